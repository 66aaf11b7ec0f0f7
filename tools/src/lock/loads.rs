//! Writes the declared loads of a lock, from which a month's cost is computed.

use std::fmt::{self, Display, Formatter};

use super::word::Word;
use crate::bill::{Load, Loads};

pub(super) const KINDS: [&str; 3] = ["creates", "updates", "deletes"];

/// Writes the section of the loads: a line for each requested warm throughput, and for each entity in the table or in
/// an index. Nothing if no peak is declared.
pub(super) fn write(f: &mut Formatter<'_>, loads: &Loads) -> fmt::Result {
    if loads.keys.is_empty() {
        return Ok(());
    }
    writeln!(f, "\nload")?;
    for warm in &loads.warm {
        write!(f, "  warm {}", Place(warm.index.as_deref()))?;
        let units = [("writes", warm.write_units), ("reads", warm.read_units)];
        units
            .into_iter()
            .filter_map(|(kind, units)| Some((kind, units?)))
            .try_for_each(|(kind, units)| write!(f, " {kind} {units}"))?;
        writeln!(f)?;
    }
    loads.keys.iter().try_for_each(|load| write_load(f, load))
}

/// Writes writes and units per second by kind, bytes with the number of parts, and what differs from the default.
fn write_load(f: &mut Formatter<'_>, load: &Load) -> fmt::Result {
    write!(f, "  key {} {}", Word(&load.entity), Place(load.index.as_deref()))?;
    for (kind, rate) in KINDS.into_iter().zip(load.writes).filter(|(_, rate)| rate.writes > 0) {
        write!(f, " {kind} {} {}", rate.writes, rate.units)?;
    }
    if load.sentinel_units > 0 {
        write!(f, " sentinels {}", load.sentinel_units)?;
    }
    if load.read_units > 0.0 {
        write!(f, " reads {}", load.read_units)?;
    }
    write!(f, " bytes {} {}", load.bytes, load.parts)?;
    load.mean.map_or(Ok(()), |mean| write!(f, " mean {mean}"))?;
    if load.expires {
        f.write_str(" expires")?;
    }
    load.lifetime.map_or(Ok(()), |seconds| write!(f, " lifetime {seconds}"))?;
    writeln!(f)
}

/// `table`, or `index` with the name.
struct Place<'a>(Option<&'a str>);

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("table"),
            Some(index) => write!(f, "index {}", Word(index)),
        }
    }
}

#[cfg(test)]
mod tests;
