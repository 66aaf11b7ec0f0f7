//! How far a backfill has come, as a value and as a text.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

use super::MAX_SEGMENTS;
use crate::{
    Error, ErrorKind, Result,
    key::{ItemKey, KeyScalar},
    schema::{EntitySchema, ShardBy, Sharding, Template},
};

/// How far a backfill has come: each segment of its scan, up to the table key of the last item that is done.
///
/// It belongs to one table, one entity and the keys that the entity had. [`to_string`](ToString::to_string),
/// [`parse`](str::parse) and serde's traits write and read it as one line of ASCII, which holds table keys as hexadecimal
/// digits: keep it where the table's keys may be.
///
/// # Errors
///
/// [`CursorMalformed`](ErrorKind::CursorMalformed) for a text that is damaged, cut off, or none of ours.
///
/// ```
/// # use keywright::{client::Checkpoint, ErrorKind};
/// let error = "no checkpoint".parse::<Checkpoint>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::CursorMalformed);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Of the table's name on AWS and the entity.
    target: u64,
    /// Of what is derived.
    design: u64,
    segments: Vec<Reached>,
}

/// How far a segment of the scan has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reached {
    Nothing,
    /// The item of this table key, and all before it.
    After(ItemKey),
    End,
}

/// The first part of every text: a later form has another.
const FORM: &str = "backfill1";

impl Checkpoint {
    /// Before the first item.
    pub(super) fn begin(table_name: &str, entity: &EntitySchema, segments: usize) -> Self {
        let target = hash([table_name, entity.table.name, entity.name]);
        Self { target, design: design(entity), segments: vec![Reached::Nothing; segments] }
    }

    /// Itself, if it belongs to the run that begins so.
    pub(super) fn of_run(self, begin: &Self) -> Result<Self> {
        let (kind, message) = if self.target != begin.target {
            let message = "the checkpoint is of another table or entity; resume that one with it, or begin anew";
            (ErrorKind::CursorForeign, message)
        } else if self.design != begin.design {
            let message = "the checkpoint is of the entity's earlier keys, and the items before it lack the new ones; \
                           begin anew";
            (ErrorKind::CursorOutdated, message)
        } else {
            return Ok(self);
        };
        Err(Error::new(kind, message))
    }

    pub(super) fn segments(&self) -> &[Reached] {
        &self.segments
    }

    pub(super) fn reach(&mut self, segment: usize, reached: Reached) {
        if let Some(before) = self.segments.get_mut(segment) {
            *before = reached;
        }
    }

    /// Whether the whole table is done.
    pub fn is_complete(&self) -> bool {
        self.segments.iter().all(|reached| *reached == Reached::End)
    }
}

/// A hash of all that decides what an item of the entity carries beside its fields.
fn design(entity: &EntitySchema) -> u64 {
    let mut parts = vec![format!("{:?} {}", entity.table.encoding, entity.table.delimiter)];
    parts.extend([entity.table.discriminator.unwrap_or_default().to_owned(), entity.discriminator.to_owned()]);
    parts.extend(entity.constants.iter().flat_map(|(name, value)| [(*name).to_owned(), (*value).to_owned()]));
    parts.extend(entity.fields.iter().map(|field| format!("{} {:?}", field.name, field.kind)));
    for key in entity.keys {
        let source = |template: &Template| template.source.to_owned();
        parts.extend([key.index.unwrap_or_default().to_owned(), source(&key.partition)]);
        parts.push(key.sort.as_ref().map(source).unwrap_or_default());
        parts.push(key.shard.map(sharding).unwrap_or_default());
    }
    hash(parts.iter().map(String::as_str))
}

fn sharding(sharding: Sharding) -> String {
    let by = match sharding.by {
        ShardBy::Random => "random".to_owned(),
        ShardBy::TableKey => "table key".to_owned(),
        ShardBy::Hash { fields, .. } => format!("{fields:?}"),
    };
    format!("{} {} {:?} {by}", sharding.count, sharding.first, sharding.grow)
}

/// Texts with their lengths, so that no two lists of them are hashed alike.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segments: Vec<String> = self.segments.iter().map(ToString::to_string).collect();
        let text = format!("{FORM}.{:016x}.{:016x}.{}", self.target, self.design, segments.join(","));
        write!(f, "{text}.{:016x}", hash([text.as_str()]))
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reached::Nothing => f.write_str("0"),
            Reached::End => f.write_str("1"),
            Reached::After(key) => {
                write_scalar(&key.partition, f)?;
                key.sort.iter().try_for_each(|sort| write_scalar(sort, f))
            }
        }
    }
}

/// The type's letter, which is no digit for its upper case, and the bytes in lower-case hexadecimal.
fn write_scalar(scalar: &KeyScalar, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (letter, bytes) = match scalar {
        KeyScalar::S(text) => ('S', text.as_bytes()),
        KeyScalar::N(digits) => ('N', digits.as_bytes()),
        KeyScalar::B(bytes) => ('B', bytes.as_slice()),
    };
    write!(f, "{letter}")?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

impl FromStr for Checkpoint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text).ok_or_else(|| {
            let message = "the text is no checkpoint of a backfill, or has lost a part; give all of it, or begin anew";
            Error::new(ErrorKind::CursorMalformed, message)
        })
    }
}

fn parse(text: &str) -> Option<Checkpoint> {
    let (rest, check) = text.trim_end().rsplit_once('.')?;
    let [form, target, design, segments] = rest.split('.').collect::<Vec<_>>().try_into().ok()?;
    if form != FORM || number(check)? != hash([rest]) {
        return None;
    }
    let segments: Vec<Reached> = segments.split(',').map(reached).collect::<Option<_>>()?;
    let checkpoint = Checkpoint { target: number(target)?, design: number(design)?, segments };
    (checkpoint.segments.len() <= MAX_SEGMENTS).then_some(checkpoint)
}

fn number(digits: &str) -> Option<u64> {
    let is_whole = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| is_whole)
}

fn reached(text: &str) -> Option<Reached> {
    match text {
        "0" => Some(Reached::Nothing),
        "1" => Some(Reached::End),
        _ => {
            let sort = text.get(1..)?.find(|letter: char| letter.is_ascii_uppercase());
            let (partition, sort) = match sort {
                Some(at) => {
                    text.split_at_checked(at.checked_add(1)?).map(|(partition, sort)| (partition, Some(sort)))?
                }
                None => (text, None),
            };
            let sort = match sort {
                Some(sort) => Some(scalar(sort)?),
                None => None,
            };
            Some(Reached::After(ItemKey { partition: scalar(partition)?, sort }))
        }
    }
}

fn scalar(text: &str) -> Option<KeyScalar> {
    let (letter, digits) = text.split_at_checked(1)?;
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2));
    let bytes = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect::<Option<Vec<u8>>>()?;
    match letter {
        "S" => String::from_utf8(bytes).ok().map(KeyScalar::S),
        "N" => String::from_utf8(bytes).ok().map(KeyScalar::N),
        "B" => Some(KeyScalar::B(bytes)),
        _ => None,
    }
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
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn any_scalar() -> impl Strategy<Value = KeyScalar> {
        prop_oneof![
            ".{1,20}".prop_map(KeyScalar::S),
            (-99_i32..1_000_000).prop_map(|number| KeyScalar::N(number.to_string())),
            vec(any::<u8>(), 1..20).prop_map(KeyScalar::B),
        ]
    }

    fn any_reached() -> impl Strategy<Value = Reached> {
        let key = (any_scalar(), proptest::option::of(any_scalar()));
        prop_oneof![
            Just(Reached::Nothing),
            Just(Reached::End),
            key.prop_map(|(partition, sort)| Reached::After(ItemKey { partition, sort })),
        ]
    }

    fn any_checkpoint() -> impl Strategy<Value = Checkpoint> {
        (any::<u64>(), any::<u64>(), vec(any_reached(), 1..5)).prop_map(|(target, design, segments)| Checkpoint {
            target,
            design,
            segments,
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(checkpoint in any_checkpoint()) {
            let text = checkpoint.to_string();
            prop_assert!(text.is_ascii() && !text.contains(char::is_whitespace));
            prop_assert_eq!(text.parse::<Checkpoint>().unwrap(), checkpoint.clone());
            prop_assert_eq!(format!("{text}\n").parse::<Checkpoint>().unwrap(), checkpoint.clone());
            let json = serde_json::to_string(&checkpoint).unwrap();
            prop_assert_eq!(serde_json::from_str::<Checkpoint>(&json).unwrap(), checkpoint);
        }

        #[test]
        fn a_text_that_lost_a_part_is_none(checkpoint in any_checkpoint(), at in any::<prop::sample::Index>()) {
            let text = checkpoint.to_string();
            let cut = at.index(text.len());
            for damaged in [text[..cut].to_owned(), format!("{}{}", &text[..cut], &text[cut + 1..])] {
                let error = damaged.parse::<Checkpoint>().unwrap_err();
                prop_assert_eq!(error.kind(), ErrorKind::CursorMalformed);
            }
        }

        #[test]
        fn any_text_is_judged(text in ".*") {
            prop_assert!(text.parse::<Checkpoint>().is_err());
        }
    }
}
