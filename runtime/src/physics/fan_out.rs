//! Computes how many items to request from each lane of a fan-out, so that one round suffices.
//!
//! A query for the first `k` items over `N` sorted lanes has a certain answer once every lane has been read to its end,
//! or up to the `k`-th item of the merged order. If each item is in any lane with equal probability, the number of
//! items before the `k`-th that are in one lane is binomial, and `m` items of each lane suffice except with
//!
//! ```text
//! P(second round) <= N P(Binomial(k - 1, 1/N) >= m)
//! ```
//!
//! Requesting all `k` items from every lane would read up to `k N` items. The newest 50 over 10 shards take 13 of each.
//! The answer is exact in any case: a lane that is not yet certain is read again.
//!
//! ```
//! use keywright::physics::fan_out;
//!
//! assert_eq!(fan_out::items_per_lane(50, 10), 13);
//! assert_eq!(fan_out::with_free_items(13, 400), 20);
//! assert!(fan_out::second_round_probability(50, 10, 13) < 0.01);
//! ```

mod lane_share;

use super::limits::{PAGE_BYTES, READ_BLOCK_BYTES};
use lane_share::LaneShare;

/// The probability with which the first round suffices, if the lanes are even.
pub const CERTAINTY: f64 = 0.99;

/// Returns the number of items to request first from each of `lanes` even lanes to get the first `items` of all. It is
/// the smallest number with which one round suffices with a probability of [`CERTAINTY`], by the bound of
/// [`second_round_probability`].
///
/// At most `items`, which is the result for one lane. 0 if there are no items or no lanes. Also `items` if a lane's
/// mean share is more than 1,048,576 items, because no page of 1 MB contains that many.
#[must_use]
pub const fn items_per_lane(items: u64, lanes: u64) -> u64 {
    if items == 0 || lanes == 0 {
        return 0;
    }
    if lanes == 1 || exceeds_a_page(items, lanes) {
        return items;
    }
    let share = LaneShare::of(items, lanes);
    share.rarely_reached((1.0 - CERTAINTY) / lanes as f64)
}

/// Returns `items`, plus the number of items of `item_bytes` that also fit into their last 4 KB and cost nothing.
///
/// AWS charges a page for the sum of its items, rounded up to 4 KB once
/// ([`query_units`](super::capacity::query_units)). Free items never fill more than a page of 1 MB. An
/// `item_bytes` of 0 means an unknown size, and adds no free items.
#[must_use]
pub const fn with_free_items(items: u64, item_bytes: u64) -> u64 {
    with_free_items_of(items, item_bytes, item_bytes)
}

/// Like [`with_free_items`], for items of `least` to `most` bytes on average: the number of blocks is computed from the
/// smallest possible items, and they are filled with the largest.
pub(crate) const fn with_free_items_of(items: u64, least: u64, most: u64) -> u64 {
    let bytes = items.saturating_mul(if least == 0 && items > 0 { 1 } else { least });
    if most == 0 || bytes == 0 || bytes > PAGE_BYTES {
        return items;
    }
    let held = bytes.next_multiple_of(READ_BLOCK_BYTES) / most;
    if held > items { held } else { items }
}

/// Returns the number of items that the first round requests from each of `lanes` lanes to get the first `items` of
/// all: [`items_per_lane`], plus the [free items](with_free_items) if there are several lanes. From one lane, exactly
/// `items` are requested.
///
/// An `item_bytes` of 0 means unknown.
#[must_use]
pub const fn first_page(items: u64, lanes: u64, item_bytes: u64) -> u64 {
    let certain = items_per_lane(items, lanes);
    if lanes > 1 { with_free_items(certain, item_bytes) } else { certain }
}

/// Returns the probability that `per_lane` items of each of `lanes` even lanes do not make the first `items` of all
/// certain, so that some lane has to be read again.
///
/// It is the union bound, at most 1: the sum of the exact probabilities of the lanes. The true value is at most this
/// bound `b`, and at least `b - b² / 2`.
///
/// 0 if nothing is requested. 1 if a lane's mean share is more than 1,048,576 items, which no page contains.
#[must_use]
pub const fn second_round_probability(items: u64, lanes: u64, per_lane: u64) -> f64 {
    if items == 0 || lanes == 0 {
        return 0.0;
    }
    if exceeds_a_page(items, lanes) {
        return 1.0;
    }
    if per_lane >= items {
        return 0.0;
    }
    if lanes == 1 {
        return 1.0;
    }
    let bound = lanes as f64 * LaneShare::of(items, lanes).at_least(per_lane);
    if bound < 1.0 { bound } else { 1.0 }
}

/// Whether a lane's mean share has more items than fit on a page. An item takes at least one byte.
const fn exceeds_a_page(items: u64, lanes: u64) -> bool {
    items / lanes > PAGE_BYTES
}

#[cfg(test)]
mod tests;
