//! Plans the shards for a rate of writes.
//!
//! ```
//! use keywright::physics::{DEFAULT_TARGET, ShardPlan, Zipf, plan};
//!
//! const LOG: ShardPlan = plan(50_000, 700, DEFAULT_TARGET);
//! assert_eq!((LOG.write_units, LOG.mean_shards, LOG.shards), (1, 50, Some(60)));
//! assert_eq!(LOG.shards_for_round_robin(500), Some(53));
//! // A hash of devices of which the busiest writes 2 % is worth 46 shards at most, however many there are.
//! assert_eq!(LOG.shards_for_hash(&Zipf { exponent: 0.8, values: 100_000 }), None);
//! ```

use super::{
    capacity::write_units,
    placement::{self, Pair},
    read_cost::{PAGE_ITEMS, ReadCost},
    shards::{self, MOST_SHARDS, NO_COUNT_WILL_DO, mean_shards, overload_probability, shards_for, writes_per_key},
    skew::Zipf,
};

/// The shards that a rate of writes of one size needs on a partition key. Returned by [`plan`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ShardPlan {
    /// Writes per second.
    pub writes_per_second: u64,
    /// Bytes of the stored item.
    pub item_bytes: u64,
    /// The accepted probability, per second, that some shard exceeds its limit.
    pub target: f64,
    /// Write units of one write.
    pub write_units: u64,
    /// Write units per second of all writes.
    pub units_per_second: u64,
    /// The number of shards that serve the mean load.
    pub mean_shards: u64,
    /// The probability, per second, that one of these shards exceeds its limit.
    pub overload_at_mean: f64,
    /// The number of shards that meets the target if each write uses a random shard. `None` if no count does, because a
    /// single write exceeds the limit of a partition.
    pub shards: Option<u64>,
}

/// Plans `writes_per_second` writes of items of `item_bytes`, so that a shard is overloaded in any second with a
/// probability of at most `target` ([`DEFAULT_TARGET`](shards::DEFAULT_TARGET) is 1e-6).
///
/// The writes are assumed random and independent. The tail probability is exact ([`shards`]).
#[must_use]
pub const fn plan(writes_per_second: u64, item_bytes: u64, target: f64) -> ShardPlan {
    let write_units = write_units(item_bytes);
    let mean_shards = mean_shards(writes_per_second, write_units);
    ShardPlan {
        writes_per_second,
        item_bytes,
        target,
        write_units,
        units_per_second: writes_per_second.saturating_mul(write_units),
        mean_shards,
        overload_at_mean: overload_probability(writes_per_second as f64, write_units, mean_shards),
        shards: counted(shards_for(writes_per_second, write_units, target)),
    }
}

impl ShardPlan {
    /// Returns the number of shards that meets the target if `writers` processes each use the shards in turn, like the
    /// random shards of this crate. `None` as in [`shards`](Self::shards).
    #[must_use]
    pub const fn shards_for_round_robin(&self, writers: u64) -> Option<u64> {
        counted(shards::shards_for_round_robin(self.writes_per_second, self.write_units, writers, self.target))
    }

    /// Returns the number of shards that meets the target if the shard is a hash of these values. That many are
    /// [worth](Zipf::effective_shards) at least [`shards`](Self::shards) even shards.
    ///
    /// `None` if no count up to 1,000 suffices. The result is a mean over hash functions; a specific one may need more.
    #[must_use]
    pub fn shards_for_hash(&self, values: &Zipf) -> Option<u64> {
        let wanted = self.shards? as f64;
        let is_enough = |shards: u64| values.effective_shards(shards) >= wanted * (1.0 - WHOLE);
        if values.top_share() * wanted > 1.0 || !is_enough(MOST_SHARDS) {
            return None;
        }
        let (mut too_few, mut enough) = (0, MOST_SHARDS);
        while enough - too_few > 1 {
            let shards = too_few + (enough - too_few) / 2;
            if is_enough(shards) {
                enough = shards;
            } else {
                too_few = shards;
            }
        }
        Some(enough)
    }

    /// Returns the largest share of the writes that one value may have if the shard is a hash of it. It is the share
    /// that one shard serves at the target, because more shards do not divide one value. At most 1.
    #[must_use]
    pub const fn largest_share(&self) -> f64 {
        let share = writes_per_key(self.write_units, self.target) / self.writes_per_second as f64;
        if share < 1.0 { share } else { 1.0 }
    }

    /// Returns the probability, per second, that one of this many shards exceeds its limit if each write uses a random
    /// one.
    #[must_use]
    pub const fn overload_probability(&self, shards: u64) -> f64 {
        overload_probability(self.writes_per_second as f64, self.write_units, shards)
    }

    /// Returns the cost of reading the newest 50 items over this many shards.
    #[must_use]
    pub const fn read_cost(&self, shards: u64) -> ReadCost {
        ReadCost::of(PAGE_ITEMS, shards, self.item_bytes)
    }

    /// Returns combinations that serve the peak through a roll-over of a time bucket: shards, and the warm throughput
    /// that provides the partitions for them, within `quota` write units per second if some number of shards allows it.
    /// See [`placement::pairs`].
    #[must_use]
    pub const fn pairs(&self, quota: u64) -> [Option<Pair>; 3] {
        match self.shards {
            Some(least) => placement::pairs(self.units_per_second, least, quota),
            None => [None; 3],
        }
    }
}

/// A hash that is worth less than a whole number of shards by at most this counts as that number.
const WHOLE: f64 = 1e-3;

const fn counted(shards: u64) -> Option<u64> {
    if shards == NO_COUNT_WILL_DO { None } else { Some(shards) }
}

#[cfg(test)]
mod tests;
