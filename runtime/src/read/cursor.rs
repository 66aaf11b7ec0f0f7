//! Cursors: the position at which a query stopped, as text whose size does not depend on the number of lanes.

mod binding;
pub(crate) mod codec;
mod fingerprint;
mod frame;
mod into_cursor;
mod keys;
mod ranks;

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

pub(crate) use binding::Binding;
pub(crate) use fingerprint::Fingerprint;
pub use into_cursor::IntoCursor;
pub use keys::CursorKeys;

use crate::{
    Error, ErrorKind, Result,
    key::{ItemKey, KeyScalar, range::ValueRange},
};
use frame::{Frame, Kind};

/// The position at which a query stopped. The next page begins after it.
///
/// A cursor contains the position up to which every lane has been examined (the last item's sort key and lane, and on
/// an index its table key) and the range as it was resolved for the first page, so that "the last seven days" does not
/// move between pages. Its size does not depend on the number of lanes, and it contains no partition key of the key
/// that is read. For lanes that failed, it contains the position of each, so that the next page continues them exactly;
/// lanes that failed at one position share an entry.
///
/// A cursor belongs to one query of one table: the table's name on AWS, entity, index, direction, partition fields,
/// given parts of the sort key, filter, and the caller's own [context](super::Query::cursor_context). The limit may
/// differ.
///
/// # Which range the next page reads
///
/// | The next page is requested with | It reads | A range that differs from the first page's is |
/// |---|---|---|
/// | [`cursor`](super::Query::cursor) | the range that the query gives | [`CursorForeign`](ErrorKind::CursorForeign) |
/// | [`resume`](super::Query::resume) | the range of the first page | ignored, or `CursorForeign`: see below |
///
/// Use `cursor` for a fixed range such as `between(monday..friday)`, and `resume` for a range that is computed again
/// for each page, such as `between(now - week..now)`. An open end (`a..`) is the same instant on each page for both: if
/// it had to be closed, at 5 minutes after now or at the key's `retention`, the cursor contains the instant of the
/// first page.
///
/// # As text
///
/// [`to_string`](ToString::to_string), [`parse`](str::parse) and serde's traits write and read base64url without
/// padding. Such a text can be changed without notice, so its query limits it: a query with a cursor returns nothing
/// that it would not return without one. With `resume`, a range of the query must therefore contain the rest of the
/// cursor's range: if a moving window has left some of it behind, the error is
/// [`CursorForeign`](ErrorKind::CursorForeign). A query without a range uses the cursor's whole range. To set a moving
/// range on each page, seal the text with [`CursorKeys`]: a sealed cursor is trusted, like one that does not leave the
/// process.
///
/// A cursor's text reveals the sort key and the table key of an item. Store it only where the table's keys may be
/// stored, or seal it with [`CursorKeys`] and encrypt it.
///
/// # Errors
///
/// | A text, or a cursor, that | is |
/// |---|---|
/// | is damaged, or was not made by this crate | [`CursorMalformed`](ErrorKind::CursorMalformed) |
/// | has lost its end | [`CursorTruncated`](ErrorKind::CursorTruncated) |
/// | has an invalid signature | [`CursorTampered`](ErrorKind::CursorTampered) |
/// | belongs to another query, table, range or context | [`CursorForeign`](ErrorKind::CursorForeign) |
/// | was made by another version, for older keys of the entity, or with a signing key that is no longer accepted | [`CursorOutdated`](ErrorKind::CursorOutdated) |
///
/// ```
/// # use keywright::{Cursor, ErrorKind};
/// let error = "not a cursor".parse::<Cursor>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::CursorMalformed);
/// ```
#[derive(Clone)]
pub struct Cursor {
    pub(crate) fingerprint: Binding,
    pub(crate) resolved: Arc<Resolved>,
    /// Every lane has been examined up to this position, except the lanes of the gaps.
    pub(crate) position: Position,
    pub(crate) gaps: Vec<Gap>,
    /// Whether it did not leave the process, or was signed. Its ranges are then those of the first page.
    pub(crate) is_trusted: bool,
}

/// Cursors are equal if their texts are equal.
impl PartialEq for Cursor {
    fn eq(&self, other: &Self) -> bool {
        let Self { fingerprint, resolved, position, gaps, is_trusted: _ } = self;
        (fingerprint, resolved, position, gaps) == (&other.fingerprint, &other.resolved, &other.position, &other.gaps)
    }
}

impl Eq for Cursor {}

/// Lanes that are behind the cursor's position, because reading them failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The position up to which they have been examined, in a group not after the cursor's.
    pub(crate) position: Position,
    /// Their ranks in the position's group. A text contains them in ascending order.
    pub(crate) lanes: Vec<u32>,
}

/// The ranges that a query was resolved to for its first page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resolved {
    /// The range of the sort key's next field.
    pub(crate) sort: ValueRange,
    /// The range of the bucket's field.
    pub(crate) bucket: ValueRange,
}

impl Resolved {
    pub(crate) fn intersected(self, other: Self) -> Self {
        Self { sort: self.sort.intersected(other.sort), bucket: self.bucket.intersected(other.bucket) }
    }
}

/// A position in the order of a plan: a group, and in it the last item that was examined.
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
    /// On an index: the item's key in the table.
    pub(crate) table_key: Option<ItemKey>,
    /// The age of the newest generation that has returned an item of this sort key.
    pub(crate) newest: Option<u32>,
}

/// Omits its keys, which may contain sensitive values.
impl fmt::Debug for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor").field("group", &self.position.group).finish_non_exhaustive()
    }
}

pub(crate) fn malformed() -> Error {
    Error::new(ErrorKind::CursorMalformed, "this is not a cursor; pass back the value of `page.cursor`, unchanged")
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(&codec::encode(self)))
    }
}

impl FromStr for Cursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let frame = Frame::of(text)?;
        if frame.kind != Kind::Plain {
            let message = "the cursor is sealed; open it with `CursorKeys::open`, with the keys that sealed it";
            return Err(Error::new(ErrorKind::CursorMalformed, message));
        }
        let (head, content) = frame.parts();
        let (body, sum) = content.split_last_chunk::<CHECKSUM>().ok_or_else(malformed)?;
        if checksum(&[head, body]) != *sum {
            return Err(malformed());
        }
        codec::decode(body).ok_or_else(malformed)
    }
}

/// Encodes a body with a checksum as text.
fn plain(body: &[u8]) -> String {
    let mut bytes = frame::head(Kind::Plain, body.len().saturating_add(CHECKSUM));
    bytes.extend(body);
    let sum = checksum(&[&bytes]);
    bytes.extend(sum);
    frame::text(&bytes)
}

const CHECKSUM: usize = 4;

fn checksum(parts: &[&[u8]]) -> [u8; CHECKSUM] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    let [a, b, c, d, ..]: [u8; 32] = hash.finalize().into();
    [a, b, c, d]
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
