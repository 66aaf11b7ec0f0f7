//! The shards of a partition key.

use super::Timestamp;

/// How one partition key is spread over several.
#[derive(Debug, Clone, Copy)]
pub struct Sharding {
    /// The number of shards before the first of [`grow`](Self::grow).
    pub count: u32,
    /// The number of the first shard: 0 unless declared.
    pub first: u32,
    /// How the shard of an item is selected.
    pub by: ShardBy,
    /// Later increases of the number of shards, by the key's time, the earliest first.
    pub grow: &'static [Growth],
}

/// A larger number of shards for items whose time is at or after an instant. Older items keep their shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The first instant of the key's time with this number of shards.
    pub at: Timestamp,
    /// The number of shards from then on, larger than before.
    pub count: u32,
}

/// How the shard of an item is selected.
#[derive(Debug, Clone, Copy)]
pub enum ShardBy {
    /// Round robin from a random start: a write selects one shard, and a read queries all shards. Append-only.
    Random,
    /// A hash of these fields (positions in [`EntitySchema::fields`](super::EntitySchema::fields)).
    Hash {
        /// The positions of the fields.
        fields: &'static [u8],
        /// The user's hash function, in place of SHA-256. It maps the fields' canonical text to a number.
        with: Option<fn(&str) -> u32>,
        /// The share of the writes to one partition key that the most frequent combination of the fields' values has,
        /// from 0 to 1. All its writes go to one shard. `None` if it is not declared.
        top_share: Option<f64>,
    },
    /// A hash of the item's table key: the meaning of `random` on an index, where updates must not change the shard.
    TableKey,
}
