//! Types of every shape in serde's data model, with every attribute that its documentation lists.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Deserializer, de};

#[derive(Debug, PartialEq, Deserialize)]
pub(super) struct Unit;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub(super) struct New(pub(super) i64);

#[derive(Debug, PartialEq, Deserialize)]
pub(super) struct Pair(String, Option<u8>);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) enum Plain {
    #[serde(rename = "a")]
    A,
    #[serde(alias = "b")]
    B,
    #[serde(alias = "true")]
    C,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum External {
    #[serde(alias = "a")]
    One,
    #[serde(alias = "b")]
    New(u8),
    #[serde(alias = "c")]
    Two(String, i64),
    #[serde(alias = "aa")]
    Fields {
        #[serde(default)]
        a: Option<i64>,
    },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "a")]
pub(super) enum Internal {
    #[serde(alias = "true")]
    One {
        #[serde(default)]
        b: Option<f64>,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "a", content = "b")]
pub(super) enum Adjacent {
    #[serde(alias = "true")]
    One(i64),
    #[serde(alias = "a")]
    Two { c: String },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(super) enum Untagged {
    Truth(bool),
    Small(u8),
    Number(i64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Fields { a: Box<Untagged> },
    Map(BTreeMap<String, Untagged>),
    Nothing,
}

#[derive(Debug, PartialEq, Deserialize)]
pub(super) struct Fields {
    #[serde(default)]
    a: Option<i64>,
    #[serde(rename = "b", alias = "bb", default = "seven")]
    other: u16,
    #[serde(skip)]
    skipped: u8,
    #[serde(default, deserialize_with = "halved")]
    c: Option<i64>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Strict {
    #[serde(default)]
    a: Option<Untagged>,
}

#[derive(Debug, PartialEq, Deserialize)]
pub(super) struct Flattened {
    #[serde(default)]
    a: Option<String>,
    #[serde(flatten)]
    rest: HashMap<String, Untagged>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "UPPERCASE")]
#[derive(Default)]
pub(super) struct Defaults {
    #[serde(rename = "a")]
    a: Vec<String>,
    b: BTreeSet<i64>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Even(i64);

impl TryFrom<i64> for Even {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        if number % 2 == 0 { Ok(Self(number)) } else { Err(format!("{number} is odd")) }
    }
}

fn seven() -> u16 {
    7
}

fn halved<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    i64::deserialize(deserializer).map(|number| Some(number / 2))
}

/// Bytes that deserialize only from binary values.
#[derive(Debug, PartialEq)]
pub(super) struct Blob(Vec<u8>);

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Blob;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Blob, E> {
                Ok(Blob(bytes.to_vec()))
            }
        }
        deserializer.deserialize_byte_buf(Visitor)
    }
}
