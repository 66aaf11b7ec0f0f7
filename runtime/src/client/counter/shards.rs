//! The totals of counters, and their parts.

use std::fmt;

use super::lane::{Counted, Lane};
use crate::{
    Error, ErrorKind, Result, counter::CounterField, item::stored::key_text, key::ItemKey, schema::EntitySchema,
};

/// The total of a counter: the sum over all of its shards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Total<N> {
    /// The sum.
    pub value: N,
    /// The items that were summed: the current shards, then those under older keys.
    pub shards: Vec<ShardTotal<N>>,
}

/// The total of a counter, in which shards that could not be read are missing.
///
/// The call fails only if no shard was read, or if the reason affects all shards, such as a missing table.
#[derive(Debug)]
#[non_exhaustive]
pub struct PartialTotal<N> {
    /// The sum over the shards that were read.
    pub value: N,
    /// The items that were summed.
    pub shards: Vec<ShardTotal<N>>,
    /// The shards that could not be read, or whose value is not a number of the counter. They are not in the sum. Empty
    /// if the total is complete.
    pub failed: Vec<FailedShard>,
}

/// The value of one item of a counter.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShardTotal<N> {
    /// The shard. `None` without shards, and for older keys.
    pub shard: Option<u32>,
    /// The item's key.
    pub key: ItemKey,
    /// Its value. 0 if the item does not exist.
    pub value: N,
}

/// A shard of a counter that could not be read or decoded.
#[non_exhaustive]
pub struct FailedShard {
    /// The shard. `None` without shards, and for older keys.
    pub shard: Option<u32>,
    /// The key of its item.
    pub key: ItemKey,
    /// The error after the last retry.
    pub error: Error,
}

/// Omits the key, which may contain sensitive values.
impl<N: fmt::Debug> fmt::Debug for ShardTotal<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShardTotal").field("shard", &self.shard).field("value", &self.value).finish_non_exhaustive()
    }
}

/// The error names the key with sensitive values redacted.
impl fmt::Debug for FailedShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailedShard").field("shard", &self.shard).field("error", &self.error).finish_non_exhaustive()
    }
}

/// Sums the values of the shards.
pub(super) fn summed<N: CounterField>(
    entity: &'static EntitySchema,
    field: &str,
    counted: Vec<Counted>,
) -> Result<(N, Vec<ShardTotal<N>>)> {
    let sum = counted.iter().fold(0, |sum: i128, counted| sum.saturating_add(counted.value));
    let shards = counted.into_iter().map(|Counted { lane: Lane { shard, key }, value }| {
        let value = in_range(field, value).map_err(|error| error.at_key(key_text(entity, &key)))?;
        Ok(ShardTotal { shard, key, value })
    });
    let shards = shards.collect::<Result<_>>()?;
    Ok((in_range(field, sum)?, shards))
}

pub(super) fn in_range<N: CounterField>(field: &str, value: i128) -> Result<N> {
    N::from_sum(value).ok_or_else(|| {
        let message = format!(
            "counter `{field}` is {value}, and its type holds {} to {}; give the field a wider type",
            N::MIN,
            N::MAX
        );
        Error::new(ErrorKind::OutOfRange, message)
    })
}
