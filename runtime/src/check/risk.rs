//! What the documentation says of a partition key, from the same judgement as the refusals.

use super::{
    hot::{Judged, missing_margin},
    variety::Variety,
};
use crate::schema::{Bucket, EntitySchema};

/// What a schema shows of the load on a partition key.
///
/// What it cannot show is the load on one *value* of a key that can take many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Risk {
    /// Nothing to say: the key takes many values, or a declared peak fits its shards.
    None,
    /// It may be hot, for this reason.
    Accepted(&'static str),
    /// So few partition keys take all writes, and no peak is declared.
    Undeclared {
        /// The partition keys at one moment.
        keys: u64,
    },
    /// The declared peak fits on average, but a busy second does not: so many shards would do.
    NoMargin {
        /// The shards that would do, at one overloaded second in a million.
        shards: u64,
    },
}

/// How many partition keys an entity writes at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// The values of the key's fields, its shard aside; `None` where they cannot be known.
    pub values: Option<u64>,
    /// The shards that each of these spreads over.
    pub shards: u64,
    /// The bucket of time after which it writes other keys.
    pub bucket: Option<Bucket>,
}

impl EntitySchema {
    /// How many partition keys it writes at one moment through the key at this place of [`EntitySchema::keys`].
    /// `None` for a place that does not exist or an index that the table does not declare.
    pub fn spread(&self, key: usize) -> Option<Spread> {
        let judged = Judged::of_any(self, key)?;
        let bucket = match judged.variety {
            Variety::Bucket(bucket) => Some(bucket),
            _ => None,
        };
        Some(Spread { values: judged.variety.values(), shards: judged.spread, bucket })
    }

    /// What the schema shows of the load on the partition key at this place of [`EntitySchema::keys`].
    pub fn risk(&self, key: usize) -> Risk {
        let Some(judged) = Judged::of_any(self, key) else {
            return Risk::None;
        };
        if let Some(reason) = judged.key.key.allow_hot {
            return Risk::Accepted(reason);
        }
        match (judged.variety.values(), judged.load) {
            (Some(values), None) if judged.is_undeclared() => Risk::Undeclared { keys: values },
            _ => match missing_margin(self, key) {
                0 => Risk::None,
                shards => Risk::NoMargin { shards: shards as u64 },
            },
        }
    }
}
