//! The shards of a partition key.

use super::Timestamp;

/// How one partition key is spread over several.
#[derive(Debug, Clone, Copy)]
pub struct Sharding {
    /// How many there are, before the first of [`grow`](Self::grow).
    pub count: u32,
    /// The number of the first one: 0 unless declared.
    pub first: u32,
    /// How an item finds its shard.
    pub by: ShardBy,
    /// More shards from some instant of the key's time on, the earliest first.
    pub grow: &'static [Growth],
}

/// More shards for items whose time is at or after an instant. Older items stay where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The first instant of the key's time that has them.
    pub at: Timestamp,
    /// How many there are from then on, more than before.
    pub count: u32,
}

/// How an item finds its shard.
#[derive(Debug, Clone, Copy)]
pub enum ShardBy {
    /// Round robin from a random start: a write picks one, a read visits all. Append-only.
    Random,
    /// A hash of these fields (places in [`EntitySchema::fields`](super::EntitySchema::fields)).
    Hash {
        /// The fields' places.
        fields: &'static [u8],
        /// A hash of the user's own instead of SHA-256: from the fields' canonical text to a number.
        with: Option<fn(&str) -> u32>,
    },
    /// A hash of the item's table key: what `random` means on an index, where it must be stable through updates.
    TableKey,
}
