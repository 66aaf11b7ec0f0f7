//! Counts lanes without making them.

use super::{Layout, Part, REASONABLE_LANES};
use crate::{
    key::{bucket, range::ValueRange},
    read::{lane::Generation, shards::Shards},
    schema::Sharding,
};

impl Layout {
    /// Returns the number of lanes. It may stop counting at more than `max`. Equal keys of different templates count
    /// separately.
    pub(super) fn count(&self, max: usize) -> u64 {
        if self.is_one_key() {
            return 1;
        }
        let enough = max.max(REASONABLE_LANES).saturating_add(1);
        let places = 0..self.design.schema.generations().count();
        places.fold(0, |lanes: u64, place| lanes.saturating_add(self.count_of(place, enough)))
    }

    /// Whether one partition key holds all items: one design writes them, without shards and buckets.
    fn is_one_key(&self) -> bool {
        let schema = self.design.schema;
        let is_written_once = schema.legacy.is_empty() && !schema.changes_with_time();
        is_written_once && schema.shard.is_none() && self.design.bucket.is_none()
    }

    /// Returns the number of lanes of one design of the partition key that no newer design with an equal template has.
    /// It may stop counting at more than `enough`.
    fn count_of(&self, place: usize, enough: usize) -> u64 {
        self.parts().iter().fold(0, |lanes: u64, part| lanes.saturating_add(self.count_in(part, place, enough)))
    }

    /// Returns the number of such lanes in a part of the range.
    fn count_in(&self, part: &Part, place: usize, enough: usize) -> u64 {
        let design = &self.design;
        let designs: Vec<_> = design.schema.generations().collect();
        // If groups follow one another, an older lane is part of each group that it overlaps.
        let mut buckets = designs.get(place).map_or_else(Vec::new, |(_, template, _)| design.buckets(template));
        buckets.extend(&part.buckets);
        buckets.dedup();
        let new_lanes = |range: &ValueRange| {
            let of = |(place, (generation, _, sharding)): (usize, &(Generation, _, Option<&Sharding>))| {
                self.shards(place, *generation, *sharding, range)
            };
            let shards: Vec<Shards> = designs.iter().enumerate().map(of).collect();
            design.schema.new_shards(place, &shards, design.distinguishes_generations())
        };
        if buckets.is_empty() {
            return new_lanes(&part.range);
        }
        let periods = bucket::periods(&buckets, &part.range).into_iter().flatten().take(enough);
        if !design.schema.changes_with_time() {
            return new_lanes(&part.range).saturating_mul(periods.count() as u64);
        }
        let mut lanes: u64 = 0;
        for period in periods {
            lanes = lanes.saturating_add(new_lanes(&period.range().intersected(part.range.clone())));
            if lanes > enough as u64 {
                break;
            }
        }
        lanes
    }
}
