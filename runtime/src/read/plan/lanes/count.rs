//! How many lanes there are, without making them.

use super::{Layout, REASONABLE_LANES};
use crate::{
    key::{bucket, range::ValueRange},
    read::{lane::Generation, shards::Shards},
    schema::Sharding,
};

impl Layout {
    /// How many lanes there are, or some more than `max`. Keys of different templates that read alike count for each.
    pub(super) fn count(&self, max: usize) -> u64 {
        let enough = max.max(REASONABLE_LANES).saturating_add(1);
        let places = 0..self.hashes.len();
        places.fold(0, |lanes: u64, place| lanes.saturating_add(self.count_of(place, enough)))
    }

    /// How many lanes one design of the partition key has that no newer one of the same template has, or some more than
    /// enough.
    fn count_of(&self, place: usize, enough: usize) -> u64 {
        let design = &self.design;
        let designs: Vec<_> = design.schema.generations().collect();
        // Where groups follow one another, an older lane joins each that it touches.
        let mut buckets = designs.get(place).map_or_else(Vec::new, |(_, template, _)| design.buckets(template));
        buckets.extend(if design.leads { design.buckets(&design.schema.partition) } else { Vec::new() });
        buckets.dedup();
        let new_lanes = |range: &ValueRange| {
            let of = |(place, (generation, _, sharding)): (usize, &(Generation, _, Option<&Sharding>))| {
                self.shards(place, *generation, *sharding, range)
            };
            let shards: Vec<Shards> = designs.iter().enumerate().map(of).collect();
            design.schema.new_shards(place, &shards, design.tells_generations())
        };
        if buckets.is_empty() {
            return new_lanes(&self.range);
        }
        let periods = bucket::periods(&buckets, &self.range).into_iter().flatten().take(enough);
        if !design.schema.changes_with_time() {
            return new_lanes(&self.range).saturating_mul(periods.count() as u64);
        }
        let mut lanes: u64 = 0;
        for period in periods {
            lanes = lanes.saturating_add(new_lanes(&period.range().intersected(self.range.clone())));
            if lanes > enough as u64 {
                break;
            }
        }
        lanes
    }
}
