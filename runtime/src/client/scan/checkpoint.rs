//! How far a scan has come, as a value and as a text.

mod text;

use std::{collections::BTreeMap, fmt};

use sha2::{Digest, Sha256};

use crate::{
    Error, ErrorKind, Item, Result,
    item::stored::attribute,
    key::KeyScalar,
    physics::limits::SCAN_SEGMENTS,
    schema::{EntitySchema, ShardBy, Sharding, TableSchema, Template},
};

/// How far a scan has come, or what goes over a whole table as `backfill`, `update_each` and `delete_each` do: each
/// segment, up to the key of the last item that is done.
///
/// It belongs to one kind of work on one table or index, one entity and the keys that the entity had.
///
/// # What a run that goes on promises
///
/// A checkpoint is a place among the table's keys, and an item's place depends on its key alone: a segment is a range
/// of the partition keys' hashes, which stays as it is for one number of segments. So, however often a run was cut off:
///
/// - An item that was there all the time, under one key, comes exactly once in a scan of the table, whatever was
///   written to it. A scan of an index may give the items of a page twice, and an item whose key in the index changes
///   can be missed there.
/// - An item that was put or deleted meanwhile may come or not.
/// - An item that moved to another key is deleted here and put there: it may come under both keys, or under none.
///   `update_each` and `delete_each` follow one that moves from an older key (`legacy`) to today's before they wrote
///   it.
/// - `update_each` and `delete_each` show what is behind the last checkpoint again, and write on condition that the
///   item is as it was shown. So a function that leaves an item alone once it has been handled, as by a field which
///   says so, handles none twice, also one that moved.
///
/// # As text
///
/// [`to_string`](ToString::to_string), [`parse`](str::parse) and serde's traits write and read it as one line of ASCII,
/// which holds keys as hexadecimal digits: keep it where the table's keys may be.
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
#[derive(Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Of the work, the table's name on AWS, the index, the entity, the filter and the caller's context.
    target: u64,
    /// Of what is derived.
    design: u64,
    segments: Vec<Reached>,
}

/// How far a segment of the scan has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reached {
    Nothing,
    /// The item at this place, and all before it.
    After(StartKey),
    End,
}

/// Where an item is to a scan: the attributes of its table key, and of its index key where an index is scanned.
pub(crate) type StartKey = BTreeMap<String, KeyScalar>;

/// What a checkpoint is of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) operation: &'static str,
    pub(crate) table_name: &'a str,
    pub(crate) table: &'static TableSchema,
    pub(crate) entity: Option<&'static EntitySchema>,
    pub(crate) index: Option<&'static str>,
    /// What lets items through, as text.
    pub(crate) filter: Option<&'a str>,
    /// What the caller binds checkpoints to.
    pub(crate) context: Option<&'a str>,
}

/// Without the keys in it, which may hold what is sensitive.
impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoint").field("segments", &self.segments.len()).finish_non_exhaustive()
    }
}

impl Checkpoint {
    /// Where a run begins: at its start in this many segments, 1 by default, or where an earlier run was.
    ///
    /// # Errors
    ///
    /// A number of segments of which no scan can be made, and the checkpoint of another run.
    pub(crate) fn of(target: Target<'_>, segments: Option<usize>, resume: Option<Self>) -> Result<Self> {
        if let Some(segments) = segments.filter(|segments| !(1..=SCAN_SEGMENTS).contains(segments)) {
            let message = format!("a scan has 1 to {SCAN_SEGMENTS} segments, not {segments}; give such a number");
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        let Target { operation, table_name, table, entity, index, filter, context } = target;
        let entity_name = entity.map(|entity| entity.name);
        let named = [operation, table_name, table.name, entity_name.unwrap_or_default(), index.unwrap_or_default()];
        let begin = Self {
            target: hash(named.into_iter().chain(filter).chain(context.into_iter().flat_map(|of| ["context", of]))),
            design: entity.map(design).unwrap_or_default(),
            segments: vec![Reached::Nothing; segments.unwrap_or(1)],
        };
        match resume {
            Some(resume) => resume.of_run(&begin, segments),
            None => Ok(begin),
        }
    }

    /// Itself, if it belongs to the run that begins so.
    fn of_run(self, begin: &Self, segments: Option<usize>) -> Result<Self> {
        let (kind, message) = if self.target != begin.target {
            let message = "the checkpoint is of another table, index, entity, filter, context or kind of run; resume \
                           that one with it, or start again";
            (ErrorKind::CursorForeign, message.into())
        } else if self.design != begin.design {
            let message = "the checkpoint is of the entity's earlier keys, and the items before it were not seen by \
                           today's; start again";
            (ErrorKind::CursorOutdated, message.into())
        } else if let Some(segments) = segments.filter(|segments| *segments != self.segments.len()) {
            let of = self.segments.len();
            let message =
                format!("the checkpoint is of {of} segments, not {segments}; leave `segments` out, or start again");
            (ErrorKind::InvalidArgument, message)
        } else {
            return Ok(self);
        };
        Err(Error::new(kind, message))
    }

    pub(crate) fn segments(&self) -> &[Reached] {
        &self.segments
    }

    pub(crate) fn reach(&mut self, segment: usize, reached: Reached) {
        if let Some(before) = self.segments.get_mut(segment) {
            *before = reached;
        }
    }

    /// Whether all of it is done.
    pub fn is_complete(&self) -> bool {
        self.segments.iter().all(|reached| *reached == Reached::End)
    }
}

/// A place as the start key of a request.
pub(crate) fn start_key(place: &StartKey) -> Item {
    place.iter().map(|(name, value)| (name.clone(), attribute(value))).collect()
}

/// A hash of all that decides what an item of the entity carries in addition to its fields.
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
