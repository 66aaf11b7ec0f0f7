//! The progress of a scan, as a value and as text.

mod division;
mod text;

use std::{collections::BTreeMap, fmt, ops::Range};

use sha2::{Digest, Sha256};

use crate::{
    Item,
    item::stored::attribute,
    key::KeyScalar,
    schema::{EntitySchema, ShardBy, Sharding, TableSchema, Template},
};
pub(crate) use division::Division;

/// Records the progress of a scan, or of `backfill`, `update_each`, `delete_each` or `rekey` over a table: for each
/// segment, the key of the last item that is done.
///
/// It belongs to one operation on one table or index and one entity, with the keys that the entity had. The checkpoint
/// of a run that [owns](crate::client::Sweep::own) a range of the segments contains only these.
///
/// # What a resumed run guarantees
///
/// A checkpoint is a position among the table's keys, and an item's position depends only on its key: a segment is a
/// range of the partition keys' hashes, which is fixed for a given number of segments. So, however often a run is
/// interrupted:
///
/// - An item that exists throughout, under one key, is returned exactly once by a scan of the table, even if it is
///   written to meanwhile. A scan of an index may return the items of one page twice, and may miss an item whose index
///   key changes.
/// - An item that is put or deleted meanwhile may or may not be returned.
/// - An item that moves to another key is deleted at one position and put at another: it may be returned under both
///   keys, or under neither. `update_each` and `delete_each` follow an item that moves from an older key (`legacy`) to
///   its current one before they wrote it.
/// - `update_each` and `delete_each` may visit items after the last checkpoint again. They write on the condition that
///   the item has not changed since it was read. So a function that skips items it has already handled, for example by
///   a field that it sets, handles none twice, even one that moved.
/// - `rekey` may read a moved item again under its new key. The item then counts as unchanged. A run from the beginning
///   shows that none is left ([`is_settled`](crate::client::SweepReport::is_settled)).
///
/// # As text
///
/// [`to_string`](ToString::to_string), [`parse`](str::parse) and serde's traits write and read it as one line of ASCII.
/// The text contains keys as hexadecimal digits: store it only where the table's keys may be stored.
///
/// # Errors
///
/// [`CursorMalformed`](crate::ErrorKind::CursorMalformed) for a text that is damaged, cut off, or was not made by this
/// crate.
///
/// ```
/// # use keywright::{client::Checkpoint, ErrorKind};
/// let error = "no checkpoint".parse::<Checkpoint>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::CursorMalformed);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Hash of the operation, the table's name on AWS, the index, the entity, the filter and the caller's context.
    target: u64,
    /// Hash of the entity's keys and other derived attributes.
    design: u64,
    /// The number of segments that the scan is divided into.
    total: usize,
    /// The first segment that the run owns.
    first: usize,
    /// The segments that the run owns, in order.
    segments: Vec<Reached>,
}

/// The progress of one segment of the scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reached {
    Nothing,
    /// The item at this position and all before it are done.
    After(StartKey),
    End,
}

/// An item's position in a scan: the attributes of its table key, and of its index key if an index is scanned.
pub(crate) type StartKey = BTreeMap<String, KeyScalar>;

/// The scan that a checkpoint belongs to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) operation: &'static str,
    pub(crate) table_name: &'a str,
    pub(crate) table: &'static TableSchema,
    pub(crate) entity: Option<&'static EntitySchema>,
    pub(crate) index: Option<&'static str>,
    /// The filter, as text.
    pub(crate) filter: Option<&'a str>,
    /// The caller's context that checkpoints are bound to.
    pub(crate) context: Option<&'a str>,
}

/// Omits the keys, which may contain sensitive values.
impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoint")
            .field("segments", &self.segments())
            .field("of", &self.total)
            .finish_non_exhaustive()
    }
}

impl Checkpoint {
    /// Returns the number of segments that the scan is divided into.
    pub fn total_segments(&self) -> usize {
        self.total
    }

    /// Returns the segments that this checkpoint contains: those that the run owns.
    pub fn segments(&self) -> Range<usize> {
        self.first..self.first + self.segments.len()
    }

    /// Returns the checkpoint of a part of these segments. `None` for an empty range, and for a segment that this
    /// checkpoint does not contain.
    pub fn part(&self, segments: Range<usize>) -> Option<Self> {
        let first = segments.start.checked_sub(self.first)?;
        let part = self.segments.get(first..segments.end.checked_sub(self.first)?)?;
        let part = Self { first: segments.start, segments: part.to_vec(), ..*self };
        (!part.segments.is_empty()).then_some(part)
    }

    /// Returns the segments with their numbers.
    pub(crate) fn reached(&self) -> impl Iterator<Item = (usize, &Reached)> {
        self.segments().zip(&self.segments)
    }

    pub(crate) fn reach(&mut self, segment: usize, reached: Reached) {
        let before = segment.checked_sub(self.first).and_then(|segment| self.segments.get_mut(segment));
        if let Some(before) = before {
            *before = reached;
        }
    }

    /// Returns whether all segments of this checkpoint are complete.
    pub fn is_complete(&self) -> bool {
        self.segments.iter().all(|reached| *reached == Reached::End)
    }
}

/// Turns a position into the start key of a request.
pub(crate) fn start_key(place: &StartKey) -> Item {
    place.iter().map(|(name, value)| (name.clone(), attribute(value))).collect()
}

/// Returns a hash of everything that decides the attributes of an item in addition to its fields.
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
        // Items of a time before `since` have the key of an older design.
        if let Some(since) = key.since {
            parts.push(format!("{since:?}"));
            parts.extend(key.legacy.iter().map(|legacy| {
                let shard = legacy.shard.map(sharding);
                format!("{} {shard:?} {:?} {:?}", legacy.partition.source, legacy.since, legacy.until)
            }));
        }
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

/// Hashes texts with their lengths, so that different lists have different hashes.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}
