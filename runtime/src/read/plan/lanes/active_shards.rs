//! The shards that are in use in a time range.

use super::Layout;
use crate::{
    key::{bucket, range::ValueRange},
    read::{lane::Generation, shards::Shards},
    schema::Sharding,
};

impl Layout {
    /// Returns the shards of one design that can contain items of a range of buckets: those in use at its times,
    /// reduced to those that the given values determine. No shards if the design began after these times, or ended
    /// before them. If the shard count changes within the range, it includes the shards of both counts.
    pub(super) fn shards(
        &self,
        place: usize,
        generation: Generation,
        sharding: Option<&Sharding>,
        range: &ValueRange,
    ) -> Shards {
        let schema = self.design.schema;
        if !schema.changes_with_time() {
            return self.shards_of(place, sharding, |sharding| vec![sharding.count]);
        }
        let (first, last) = bucket::span(if self.design.times_are_buckets() { range } else { &self.times });
        let is_read = match generation {
            Generation::Current => schema.since.is_none_or(|since| since <= last),
            Generation::Legacy(place) => {
                schema.legacy.get(place).is_none_or(|legacy| legacy.holds_between(first, last))
            }
        };
        if !is_read {
            return Shards::NONE;
        }
        self.shards_of(place, sharding, |sharding| sharding.counts_between(first, last))
    }

    /// Returns the shards of a generation. `counts` returns the shard counts in use, in ascending order.
    fn shards_of(&self, place: usize, sharding: Option<&Sharding>, counts: impl Fn(&Sharding) -> Vec<u32>) -> Shards {
        let Some(sharding) = sharding else { return Shards::unsharded() };
        let counts = counts(sharding);
        match self.hashes.get(place) {
            Some(Some(hash)) => Shards::of_hash(sharding, counts, *hash),
            _ => Shards::all(sharding, counts.last().copied().unwrap_or(sharding.count)),
        }
    }
}
