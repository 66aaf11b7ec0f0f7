//! Compares numbers of shards by the cost of reads, and by the warm throughput that a roll-over needs.

use keywright::schema::EntitySchema;
use serde::Serialize;

use crate::plan::{self, PageCost, RollOverPlan};

/// The numbers of shards to compare, in addition to that of the design.
const COMPARED: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 200];

/// The cost of a key with other numbers of shards.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Trade {
    /// The number of shards for each value of the key in the design.
    pub shards: u64,
    /// The cost of the newest 50 items, by the number of lanes.
    pub reads: Vec<PageCost>,
    /// The warm throughput that a roll-over needs, by the number of shards. `None` for a key that does not change with
    /// time, and if the write units of its heaviest value are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll_over: Option<RollOverPlan>,
}

impl Trade {
    pub(super) fn of(entity: &'static EntitySchema, place: usize) -> Option<Self> {
        let key = entity.key_at(place).filter(|key| !key.local)?;
        let roll_over = plan::roll_over(entity, place);
        if key.shard.is_none() && roll_over.is_none() {
            return None;
        }
        entity.entry_bytes(place)?;
        let shards = key.lanes_per_bucket();
        let mut lanes: Vec<u64> = COMPARED.into_iter().chain([shards]).collect();
        lanes.sort_unstable();
        lanes.dedup();
        let reads = lanes.into_iter().map(|lanes| PageCost::of(entity, place, lanes)).collect();
        Some(Self { shards, reads, roll_over })
    }
}
