//! The shards that can contain the items of a time range.

use std::{borrow::Cow, iter, ops::Range, slice};

use crate::{key::shard_number, schema::Sharding};

/// A set of shard numbers: separate ranges in ascending order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shards(Cow<'static, [Range<u32>]>);

impl Shards {
    /// No shards: there can be no items.
    pub(crate) const NONE: Self = Self(Cow::Borrowed(&[]));

    /// Returns the one shard of a key without shards. Its number has no meaning.
    pub(crate) fn unsharded() -> Self {
        Self(Cow::Borrowed(slice::from_ref(&(0..1))))
    }

    /// Returns the first `count` shards.
    pub(crate) fn all(sharding: &Sharding, count: u32) -> Self {
        Self(iter::once(sharding.first..sharding.first.saturating_add(count)).collect())
    }

    /// Returns the shard of one hash, for each of these counts.
    pub(crate) fn of_hash(sharding: &Sharding, counts: impl IntoIterator<Item = u32>, hash: u32) -> Self {
        let mut shards: Vec<u32> = counts.into_iter().map(|count| shard_number(sharding, count, hash)).collect();
        shards.sort_unstable();
        shards.dedup();
        Self(shards.into_iter().map(|shard| shard..shard.saturating_add(1)).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(ExactSizeIterator::len).sum()
    }

    pub(crate) fn contains(&self, shard: u32) -> bool {
        self.0.iter().any(|run| run.contains(&shard))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().cloned().flatten()
    }
}
