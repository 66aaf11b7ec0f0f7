//! Computes the cost of reading a page.

use keywright::{physics::read_cost::ReadCost, schema::EntitySchema};
use serde::Serialize;

/// The cost of one eventually consistent read of the newest items of a page (50 by default) or, if each partition key
/// has only one item, of that item.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PageCost {
    /// The number of lanes that it reads, in one bucket if the key has buckets.
    pub lanes: u64,
    /// The number of items that are first requested from each lane.
    pub items_per_lane: u64,
    /// Read units of all lanes.
    pub rcu: f64,
    /// Read units if nothing is found.
    pub empty_rcu: f64,
    /// The reads per second that the lanes serve.
    pub reads_per_second: f64,
}

impl PageCost {
    /// Returns the cost for the key at this position in the entity's keys, with this number of lanes.
    pub(crate) fn of(entity: &EntitySchema, place: usize, lanes: u64) -> Self {
        let entry_bytes = entity.entry_bytes(place).unwrap_or_default();
        let read = ReadCost::of(entity.page_items(place), lanes, entry_bytes);
        Self {
            lanes,
            items_per_lane: read.items_per_lane,
            rcu: read.units,
            empty_rcu: read.empty_units,
            reads_per_second: read.reads_per_second(),
        }
    }
}
