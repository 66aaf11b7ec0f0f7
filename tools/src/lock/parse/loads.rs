//! Parses the lines of declared loads.

use super::{super::loads::KINDS, Result, line::Line};
use crate::bill::{Load, Rate, Warm};

const FORM: &str = "key ENTITY table creates 300 300 bytes 700 1";

impl<'t> Line<'t> {
    /// Parses requested warm throughput.
    pub(super) fn warm(&self) -> Result<Warm> {
        let (index, mut rest) = self.place(self.words.get(1..).unwrap_or_default())?;
        let mut warm = Warm { index, write_units: None, read_units: None };
        while let [kind, units, after @ ..] = rest {
            match *kind {
                "writes" => warm.write_units = Some(self.number(units)?),
                "reads" => warm.read_units = Some(self.number(units)?),
                _ => break,
            }
            rest = after;
        }
        match rest {
            [] => Ok(warm),
            _ => Err(self.error("expected `warm table writes 9000 reads 20000`")),
        }
    }

    /// Parses the load of an entity in the table or in an index.
    pub(super) fn load(&self) -> Result<Load> {
        let expected = || self.error(format_args!("expected `{FORM}`"));
        let (entity, rest) = self.words.get(1..).and_then(<[_]>::split_first).ok_or_else(expected)?;
        let (index, mut rest) = self.place(rest)?;
        let mut load = Load {
            entity: self.text(entity)?,
            index,
            writes: [Rate::default(); 3],
            sentinel_units: 0,
            read_units: 0.0,
            bytes: 0,
            parts: 0,
            mean: None,
            expires: false,
            lifetime: None,
        };
        while let [name, after @ ..] = rest {
            rest = match (*name, after) {
                ("expires", _) => {
                    load.expires = true;
                    after
                }
                ("bytes", [bytes, parts, after @ ..]) => {
                    (load.bytes, load.parts) = (self.number(bytes)?, self.number(parts)?);
                    after
                }
                ("sentinels", [units, after @ ..]) => {
                    load.sentinel_units = self.number(units)?;
                    after
                }
                ("reads", [units, after @ ..]) => {
                    load.read_units = self.units(units)?;
                    after
                }
                ("mean", [share, after @ ..]) => {
                    load.mean = Some(self.units(share)?);
                    after
                }
                ("lifetime", [seconds, after @ ..]) => {
                    load.lifetime = Some(self.number(seconds)?);
                    after
                }
                (kind, [writes, units, after @ ..]) => {
                    let kinds = KINDS.into_iter().zip(&mut load.writes);
                    let (_, rate) = kinds.into_iter().find(|(known, _)| *known == kind).ok_or_else(expected)?;
                    *rate = Rate { writes: self.number(writes)?, units: self.units(units)? };
                    after
                }
                _ => return Err(expected()),
            };
        }
        Ok(load)
    }

    /// Parses `table`, or `index` with a name, and returns the words after it.
    fn place<'w>(&self, words: &'w [&'t str]) -> Result<(Option<String>, &'w [&'t str])> {
        match words {
            ["table", rest @ ..] => Ok((None, rest)),
            ["index", name, rest @ ..] => Ok((Some(self.text(name)?), rest)),
            _ => Err(self.error(format_args!("expected `{FORM}`"))),
        }
    }

    /// Parses a number that is finite and not negative.
    fn units(&self, word: &str) -> Result<f64> {
        let units: f64 = self.number(word)?;
        match units.is_finite() && units >= 0.0 {
            true => Ok(units),
            false => Err(self.error(format_args!("`{word}` is not a valid number here"))),
        }
    }
}
