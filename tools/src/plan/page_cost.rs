//! What a page costs to read.

use keywright::physics::read_cost::{PAGE_ITEMS, ReadCost};
use serde::Serialize;

/// The cost of one read of the newest 50 items, eventually consistent.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PageCost {
    /// The lanes that it visits, in one bucket if the key has them.
    pub lanes: u64,
    /// The items asked of each at first.
    pub items_per_lane: u64,
    /// Read units of all lanes.
    pub rcu: f64,
    /// Read units where nothing is found.
    pub empty_rcu: f64,
    /// The reads a second that the lanes serve.
    pub reads_per_second: f64,
}

impl PageCost {
    pub(crate) fn of(lanes: u64, entry_bytes: u64) -> Self {
        let read = ReadCost::of(PAGE_ITEMS, lanes, entry_bytes);
        Self {
            lanes,
            items_per_lane: read.items_per_lane,
            rcu: read.units,
            empty_rcu: read.empty_units,
            reads_per_second: read.reads_per_second(),
        }
    }
}
