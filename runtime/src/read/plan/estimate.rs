//! Estimates the cost of a plan from the size of its items.

use super::Plan;
use crate::physics::{
    capacity::{Consistency, query_units},
    limits::PAGE_BYTES,
};

/// The number of requests of one round, and their cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number of requests: one for each lane.
    pub requests: u64,
    /// The minimum read units (RCU): if no lane contains an item.
    pub min_read_units: f64,
    /// The maximum read units (RCU): if every lane contains as many items as are requested.
    pub max_read_units: f64,
}

impl Estimate {
    /// Estimates one request to each of `lanes`, for at most `items` of `item_bytes` each. Without a number of items,
    /// each request reads a page of 1 MB.
    ///
    /// AWS: a query is charged for the sum of the sizes of the items that it evaluates, rounded up to 4 KB once.
    pub const fn of(lanes: u64, items: Option<u64>, item_bytes: u64, consistency: Consistency) -> Self {
        let bytes = match items {
            Some(items) if items.saturating_mul(item_bytes) < PAGE_BYTES => items * item_bytes,
            _ => PAGE_BYTES,
        };
        Self {
            requests: lanes,
            min_read_units: lanes as f64 * query_units(0, consistency),
            max_read_units: lanes as f64 * query_units(bytes, consistency),
        }
    }
}

impl Plan {
    /// Estimates the first round: one request to every lane of the first group.
    ///
    /// If the first bucket suffices and its lanes are even, it is the only round in at least 99 of 100 cases.
    pub fn first_round(&self, item_bytes: u64) -> Estimate {
        self.estimate(1, item_bytes)
    }

    /// Estimates one request to every lane of every group: the cost of a query that finds fewer items than its limit.
    pub fn every_lane(&self, item_bytes: u64) -> Estimate {
        self.estimate(usize::MAX, item_bytes)
    }

    /// Estimates one round of each of the first `groups`.
    fn estimate(&self, groups: usize, item_bytes: u64) -> Estimate {
        let none = Estimate { requests: 0, min_read_units: 0.0, max_read_units: 0.0 };
        self.rest().take(groups).fold(none, |sum, (_, lanes)| {
            let items = self.first_page(lanes).map(|items| items as u64);
            let round = Estimate::of(lanes as u64, items, item_bytes, self.consistency);
            Estimate {
                requests: sum.requests.saturating_add(round.requests),
                min_read_units: sum.min_read_units + round.min_read_units,
                max_read_units: sum.max_read_units + round.max_read_units,
            }
        })
    }
}
