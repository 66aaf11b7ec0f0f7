//! The shards that are in force in a range of time.

use super::Layout;
use crate::{
    key::{Timestamp, bucket, range::ValueRange},
    read::{lane::Generation, shards::Shards},
    schema::{Bucket, Sharding},
};

impl Layout {
    /// The periods of a range in which buckets have one value each: the first instant of each, and its part of the
    /// range. Without buckets it is the range itself.
    pub(super) fn periods(&self, buckets: &[Bucket], range: &ValueRange) -> Vec<(Option<Timestamp>, ValueRange)> {
        if buckets.is_empty() {
            return vec![(None, range.clone())];
        }
        let periods = bucket::periods(buckets, range).into_iter().flatten();
        periods.map(|period| (Some(period.start), period.range().intersected(range.clone()))).collect()
    }

    /// The shards of one design that can hold items of a range of buckets: those in force at its times, or of them the
    /// ones that the given values decide on. A range in which the number changes has those of either time.
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
        if let Generation::Legacy(place) = generation
            && schema.legacy.get(place).is_some_and(|legacy| !legacy.holds(Some(first)))
        {
            return Shards::NONE;
        }
        self.shards_of(place, sharding, |sharding| sharding.counts_between(first, last))
    }

    /// The shards of a generation, where `counts` gives the shard counts that are in force, in rising order.
    fn shards_of(&self, place: usize, sharding: Option<&Sharding>, counts: impl Fn(&Sharding) -> Vec<u32>) -> Shards {
        let Some(sharding) = sharding else { return Shards::unsharded() };
        let counts = counts(sharding);
        match self.hashes.get(place) {
            Some(Some(hash)) => Shards::of_hash(sharding, counts, *hash),
            _ => Shards::all(sharding, counts.last().copied().unwrap_or(sharding.count)),
        }
    }
}
