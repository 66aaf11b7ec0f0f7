//! Computes how many shards a load needs, and how many writes one partition key serves.
//!
//! The limit is that of a partition ([partition key
//! design](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html)), and a
//! partition key starts in one partition. It stays there with a local secondary index, and if the traffic follows a
//! rising or falling sort key. Other partition keys can be split by sort key after minutes of heat ([adaptive
//! capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)), which
//! this module does not rely on.
//!
//! Writes fall on N shards at random, as independent events. One shard can serve C = floor(1,000 / w) writes of `w`
//! units in one second, so in any second
//!
//! ```text
//! P(some shard is over) = 1 - F(C; R / N)^N
//! ```
//!
//! with R writes per second in total and F the Poisson distribution. The shards for the mean load (R w / 1,000)
//! throttle in nearly every second: 50,000 units per second need 60 shards, not 50.
//!
//! A write of more than 1,000 units exceeds what any partition serves per second, and no number of shards changes that:
//! [`NO_COUNT_WILL_DO`]. DynamoDB's largest write is 800 units (400 KB in a transaction).

mod mixed;
mod partition;
mod round_robin;
mod search;

pub use mixed::{WriteClass, overload_probability_of_mix, shards_for_mix};
pub use round_robin::shards_for_round_robin;
pub use search::shards_for;

use super::limits::PARTITION_WRITE_UNITS;
use super::math::ceil;
use partition::{any_over, hazard, load_at};

/// The accepted probability, per second, that some shard exceeds its limit: one second in twelve days of full load.
pub const DEFAULT_TARGET: f64 = 1e-6;

/// The result of [`shards_for`] and [`shards_for_round_robin`] if more shards do not help and the item must be smaller.
pub const NO_COUNT_WILL_DO: u64 = u64::MAX;

/// Counts above this are not suggested, because a read of the key accesses every shard and pays for it.
pub const MOST_SHARDS: u64 = 1_000;

/// Above this number, reading the shards is expensive: fewer shards, or a higher quota, are suggested as well.
pub(crate) const MANY_SHARDS: u64 = 200;

/// Counts above this are not exact in floating point.
const MAX_COUNT: u64 = 1 << 40;

/// Returns the number of writes of `units_per_write` that one partition serves per second. 0 if a single write exceeds
/// its limit.
#[must_use]
pub const fn writes_per_partition(units_per_write: u64) -> u64 {
    match PARTITION_WRITE_UNITS.checked_div(units_per_write) {
        Some(writes) => writes,
        None => PARTITION_WRITE_UNITS,
    }
}

/// Returns the probability that in any one second some shard receives more than its 1,000 units, if `writes_per_second`
/// writes fall at random on `shards` shards.
///
/// 1 for a load on no shards, and NaN for a rate that is NaN.
#[must_use]
pub const fn overload_probability(writes_per_second: f64, units_per_write: u64, shards: u64) -> f64 {
    if writes_per_second.is_nan() {
        return f64::NAN;
    }
    if writes_per_second <= 0.0 {
        return 0.0;
    }
    if shards == 0 {
        return 1.0;
    }
    let shards = shards as f64;
    let capacity = writes_per_partition(units_per_write);
    any_over(shards, hazard(capacity, writes_per_second / shards))
}

/// Returns the number of shards that would serve the load if every second were like the mean: the lower bound of every
/// plan. At least 1.
#[must_use]
pub const fn mean_shards(writes_per_second: u64, units_per_write: u64) -> u64 {
    let units = writes_per_second.saturating_mul(units_per_write);
    if units == 0 { 1 } else { units.div_ceil(PARTITION_WRITE_UNITS) }
}

/// Returns the number of writes of `units_per_write` per second at which one partition key exceeds its limit with a
/// probability of `target` per second.
///
/// With [`DEFAULT_TARGET`], it is 857 writes of one unit, or 1.6 writes of 100 units, which use only 160 of the 1,000
/// units. 0 for a write of more than 1,000 units or a `target` of 0; infinite for a `target` of 1.
#[must_use]
pub const fn writes_per_key(units_per_write: u64, target: f64) -> f64 {
    let capacity = writes_per_partition(units_per_write);
    if capacity == 0 || target.is_nan() || target <= 0.0 {
        0.0
    } else if target >= 1.0 {
        f64::INFINITY
    } else {
        load_at(capacity, target)
    }
}

/// Returns the maximum number of equally loaded shards that a hash over skewed values is worth, if the most popular
/// value has `top_share` of all writes. It is limited because all writes of one value use one shard.
///
/// The smaller of `shards` and 1 / `top_share`. A share out of range (0 or less, or NaN) has no effect; one above 1
/// counts as 1.
#[must_use]
pub const fn effective_shards(shards: u64, top_share: f64) -> f64 {
    let shards = shards as f64;
    if top_share.is_nan() || top_share * shards <= 1.0 {
        shards
    } else if top_share >= 1.0 {
        1.0
    } else {
        1.0 / top_share
    }
}

/// The smallest integer number of shards that is at least `shards`. At least 1.
const fn whole(shards: f64) -> u64 {
    let shards = ceil(shards);
    if shards == 0 { 1 } else { shards }
}

#[cfg(test)]
mod tests;
