//! Cursors: where a query stopped, as a text of constant size.

mod base64url;
mod codec;
mod fingerprint;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(crate) use fingerprint::Fingerprint;

use super::range::ValueRange;
use crate::{
    Error, ErrorKind, Result,
    key::{ItemKey, KeyScalar},
};

/// Where a query stopped: the next page begins after it.
///
/// It holds how far every lane has been examined (the last item's sort key and lane, and on an index its table key)
/// and the range as it was resolved at the first page, so that "the last seven days" does not move between pages.
/// Its size does not depend on the number of lanes, and it holds no partition key of the key that is read.
///
/// It belongs to one query: entity, index, direction, partition fields and given parts of the sort key. Another
/// query's cursor is [`ErrorKind::CursorForeign`]; one from before a change of the entity's keys is
/// [`ErrorKind::CursorOutdated`]; a damaged text is [`ErrorKind::CursorMalformed`]. The limit and the range may
/// differ: the cursor's range is used.
///
/// As text it is base64url without padding. It is not encrypted.
///
/// ```
/// # use keywright::{read::Cursor, ErrorKind};
/// let error = "not a cursor".parse::<Cursor>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::CursorMalformed);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) resolved: Resolved,
    pub(crate) position: Position,
}

/// The ranges that a query was resolved to at its first page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resolved {
    /// Of the sort key's next field.
    pub(crate) sort: ValueRange,
    /// Of the bucket's field.
    pub(crate) bucket: ValueRange,
}

/// A place in the order of a plan: a group, and in it the last item that was examined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) group: u32,
    pub(crate) after: Option<After>,
}

/// The last item that was examined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct After {
    pub(crate) lane: u32,
    pub(crate) sort: Option<KeyScalar>,
    /// On an index: where the item is in the table.
    pub(crate) table_key: Option<ItemKey>,
    /// The age of the newest generation of which an item of this sort key has come.
    pub(crate) newest: Option<u32>,
}

pub(crate) fn malformed() -> Error {
    Error::new(ErrorKind::CursorMalformed, "this is no cursor; pass back what `page.cursor` held, unchanged")
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base64url::encode(&codec::encode(self)))
    }
}

impl FromStr for Cursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let bytes = base64url::decode(text).ok_or_else(malformed)?;
        codec::decode(&bytes)
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
