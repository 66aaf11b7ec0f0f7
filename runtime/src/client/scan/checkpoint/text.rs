//! Writes and parses a checkpoint as one line of text.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Checkpoint, Reached, StartKey, hash};
use crate::{Error, ErrorKind, Result, key::KeyScalar, physics::limits::SCAN_SEGMENTS};

/// The first part of the text of all segments. It changes with the format.
const FORM: &str = "scan1";

/// The first part of the text of some segments, which also contains their position and the number of all.
const FORM_OF_PART: &str = "scan2";

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segments: Vec<String> = self.segments.iter().map(ToString::to_string).collect();
        let (target, design, segments) = (self.target, self.design, segments.join(","));
        let text = if self.is_whole() {
            format!("{FORM}.{target:016x}.{design:016x}.{segments}")
        } else {
            format!("{FORM_OF_PART}.{target:016x}.{design:016x}.{}.{}.{segments}", self.first, self.total)
        };
        write!(f, "{text}.{:016x}", hash([text.as_str()]))
    }
}

impl Checkpoint {
    /// Whether the run owns all segments.
    fn is_whole(&self) -> bool {
        self.segments.len() == self.total
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reached::Nothing => f.write_str("0"),
            Reached::End => f.write_str("1"),
            Reached::After(place) => place.iter().try_for_each(|(name, value)| {
                write_bytes('A', name.as_bytes(), f)?;
                write_scalar(value, f)
            }),
        }
    }
}

fn write_scalar(scalar: &KeyScalar, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (letter, bytes) = match scalar {
        KeyScalar::S(text) => ('S', text.as_bytes()),
        KeyScalar::N(digits) => ('N', digits.as_bytes()),
        KeyScalar::B(bytes) => ('B', bytes.as_slice()),
        // Each attribute of a position is written separately.
        KeyScalar::Several(several) => return several.values().iter().try_for_each(|value| write_scalar(value, f)),
    };
    write_bytes(letter, bytes, f)
}

/// Writes a letter, which is not a hexadecimal digit because it is upper-case, and the bytes in lower-case hexadecimal.
fn write_bytes(letter: char, bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{letter}")?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

impl FromStr for Checkpoint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text).ok_or_else(|| {
            let message = "the text is not a checkpoint, or has lost a part; give all of it, or start a new scan";
            Error::new(ErrorKind::CursorMalformed, message)
        })
    }
}

fn parse(text: &str) -> Option<Checkpoint> {
    let (rest, check) = text.trim_end().rsplit_once('.')?;
    if number(check)? != hash([rest]) {
        return None;
    }
    let (target, design, part, segments) = match *rest.split('.').collect::<Vec<_>>() {
        [FORM, target, design, segments] => (target, design, None, segments),
        [FORM_OF_PART, target, design, first, total, segments] => (target, design, Some((first, total)), segments),
        _ => return None,
    };
    let (target, design) = (number(target)?, number(design)?);
    let segments: Vec<Reached> = segments.split(',').map(reached).collect::<Option<_>>()?;
    let checkpoint = match part {
        None => Checkpoint { target, design, total: segments.len(), first: 0, segments },
        Some((first, total)) => {
            let part = Checkpoint { target, design, total: decimal(total)?, first: decimal(first)?, segments };
            let is_part = !part.is_whole() && part.first.checked_add(part.segments.len())? <= part.total;
            Some(part).filter(|_| is_part)?
        }
    };
    (checkpoint.total <= SCAN_SEGMENTS).then_some(checkpoint)
}

/// Parses a number that is written as `Display` writes it.
fn decimal(digits: &str) -> Option<usize> {
    digits.parse::<usize>().ok().filter(|number| number.to_string() == digits)
}

fn number(digits: &str) -> Option<u64> {
    let is_whole = digits.len() == 16 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    u64::from_str_radix(digits, 16).ok().filter(|_| is_whole)
}

fn reached(text: &str) -> Option<Reached> {
    match text {
        "0" => Some(Reached::Nothing),
        "1" => Some(Reached::End),
        _ => {
            let mut place = StartKey::new();
            // An attribute's name and its value each begin with an upper-case letter.
            let begins: Vec<usize> = text.match_indices(|c: char| c.is_ascii_uppercase()).map(|(at, _)| at).collect();
            let ends = begins.iter().skip(1).copied().chain([text.len()]);
            let mut parts = begins.iter().zip(ends).map_while(|(begin, end)| text.get(*begin..end));
            while let Some(name) = parts.next() {
                let name = name.strip_prefix('A').and_then(bytes)?;
                place.insert(String::from_utf8(name).ok()?, scalar(parts.next()?)?);
            }
            Some(Reached::After(place)).filter(|_| !text.is_empty())
        }
    }
}

fn scalar(text: &str) -> Option<KeyScalar> {
    let (letter, digits) = text.split_at_checked(1)?;
    let bytes = bytes(digits)?;
    match letter {
        "S" => String::from_utf8(bytes).ok().map(KeyScalar::S),
        "N" => String::from_utf8(bytes).ok().map(KeyScalar::N),
        "B" => Some(KeyScalar::B(bytes)),
        _ => None,
    }
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2));
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

impl Serialize for Checkpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Checkpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::{
        collection::{btree_map, vec},
        prelude::*,
    };

    use super::*;

    fn any_scalar() -> impl Strategy<Value = KeyScalar> {
        prop_oneof![
            ".{1,20}".prop_map(KeyScalar::S),
            (-99_i32..1_000_000).prop_map(|number| KeyScalar::N(number.to_string())),
            vec(any::<u8>(), 1..20).prop_map(KeyScalar::B),
        ]
    }

    fn any_reached() -> impl Strategy<Value = Reached> {
        let place = btree_map(".{1,9}", any_scalar(), 1..5);
        prop_oneof![Just(Reached::Nothing), Just(Reached::End), place.prop_map(Reached::After)]
    }

    fn any_checkpoint() -> impl Strategy<Value = Checkpoint> {
        let around = (any::<u64>(), any::<u64>(), 0_usize..9, 0_usize..9);
        (around, vec(any_reached(), 1..5)).prop_map(|((target, design, before, after), segments)| Checkpoint {
            target,
            design,
            total: before + segments.len() + after,
            first: before,
            segments,
        })
    }

    proptest! {
        #[test]
        fn checkpoints_round_trip(checkpoint in any_checkpoint()) {
            let text = checkpoint.to_string();
            prop_assert!(text.is_ascii() && !text.contains(char::is_whitespace));
            prop_assert_eq!(text.parse::<Checkpoint>().unwrap(), checkpoint.clone());
            prop_assert_eq!(format!("{text}\n").parse::<Checkpoint>().unwrap(), checkpoint.clone());
            let json = serde_json::to_string(&checkpoint).unwrap();
            prop_assert_eq!(serde_json::from_str::<Checkpoint>(&json).unwrap(), checkpoint);
        }

        #[test]
        fn incomplete_checkpoints_are_rejected(checkpoint in any_checkpoint(), at in any::<prop::sample::Index>()) {
            let text = checkpoint.to_string();
            let cut = at.index(text.len());
            for damaged in [text[..cut].to_owned(), format!("{}{}", &text[..cut], &text[cut + 1..])] {
                let error = damaged.parse::<Checkpoint>().unwrap_err();
                prop_assert_eq!(error.kind(), ErrorKind::CursorMalformed);
            }
        }

        #[test]
        fn arbitrary_text_is_rejected_without_a_panic(text in ".*") {
            prop_assert!(text.parse::<Checkpoint>().is_err());
        }
    }
}
