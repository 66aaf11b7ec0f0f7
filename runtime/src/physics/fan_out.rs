//! How many items to ask of each lane of a fan-out, so that one round answers it.
//!
//! A query for the first `k` items over `N` sorted lanes has its answer for certain when every lane is read to its
//! end, or up to the `k`-th item of the merged order. If each item lies in any lane with the same probability, the
//! items before the `k`-th that lie in one lane are binomial, and `m` items of each lane are enough but for
//!
//! ```text
//! P(second round) <= N P(Binomial(k - 1, 1/N) >= m)
//! ```
//!
//! Asking every lane for all `k` reads up to `k N` items; the newest 50 over 10 shards take 13 of each. An answer is
//! exact in any case: a lane that is not yet certain is asked again.
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

/// The probability with which the first round is to be enough, if the lanes are even.
pub const CERTAINTY: f64 = 0.99;

/// The items to ask of each of `lanes` even lanes at first for the first `items` of all: the fewest with which one
/// round is certain to be exact with a probability of [`CERTAINTY`], by the bound of [`second_round_probability`].
///
/// At most `items`, which is the answer for one lane. 0 where there are no items or no lanes. `items` too where a
/// lane's mean share is more than 1,048,576 items: no page of 1 MB holds as many, whatever is asked for.
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

/// `items` of `item_bytes` each, and those that cost nothing besides: what the last started 4 KB still hold.
///
/// AWS charges a page for the sum of its items, rounded up to 4 KB once
/// ([`query_units`](super::capacity::query_units)). Free items never fill more than a page of 1 MB. An `item_bytes`
/// of 0 stands for an unknown size: then there are none.
#[must_use]
pub const fn with_free_items(items: u64, item_bytes: u64) -> u64 {
    match items.checked_mul(item_bytes) {
        Some(bytes @ 1..=PAGE_BYTES) => bytes.next_multiple_of(READ_BLOCK_BYTES) / item_bytes,
        _ => items,
    }
}

/// What the first round asks of each of `lanes` lanes for the first `items` of all: [`items_per_lane`], and of several
/// lanes the [free items](with_free_items) too. One lane is asked for what is wanted and no more.
///
/// An `item_bytes` of 0 stands for an unknown size.
#[must_use]
pub const fn first_page(items: u64, lanes: u64, item_bytes: u64) -> u64 {
    let certain = items_per_lane(items, lanes);
    if lanes > 1 { with_free_items(certain, item_bytes) } else { certain }
}

/// The probability that `per_lane` items of each of `lanes` even lanes do not make the first `items` of all certain,
/// so that some lane has to be asked again.
///
/// It is the union bound, at most 1: the sum of the lanes' own probabilities, each exact. The true value is not above
/// it, and with a bound of `b` not below `b - b² / 2`.
///
/// 0 where there is nothing to ask for. 1 where a lane's mean share is more than 1,048,576 items, which no page holds.
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

/// Whether a lane's mean share is more than a page holds of the smallest items. An item takes a byte at least.
const fn exceeds_a_page(items: u64, lanes: u64) -> bool {
    items / lanes > PAGE_BYTES
}

#[cfg(test)]
mod tests;
