//! Shards against what they cost: reads, and warm throughput for a roll-over.

use keywright::schema::EntitySchema;
use serde::Serialize;

use crate::plan::{self, PageCost, RollOverPlan};

/// The numbers of shards whose reads are compared, in addition to the design's.
const COMPARED: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 200];

/// What other numbers of shards would cost a key.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Trade {
    /// The design's shards for each value of the key.
    pub shards: u64,
    /// What the newest 50 items cost, by the number of lanes.
    pub reads: Vec<PageCost>,
    /// Shards and the warm throughput with which they hold a roll-over. `None` for a key that time does not renew, and
    /// where the write units of its heaviest value are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll_over: Option<RollOverPlan>,
}

impl Trade {
    pub(super) fn of(entity: &'static EntitySchema, place: usize) -> Option<Self> {
        let key = entity.keys.get(place).filter(|key| !key.local)?;
        let roll_over = plan::roll_over(entity, place);
        if key.shard.is_none() && roll_over.is_none() {
            return None;
        }
        let (shards, entry_bytes) = (key.lanes_per_bucket(), entity.entry_bytes(place)?);
        let mut lanes: Vec<u64> = COMPARED.into_iter().chain([shards]).collect();
        lanes.sort_unstable();
        lanes.dedup();
        let reads = lanes.into_iter().map(|lanes| PageCost::of(lanes, entry_bytes)).collect();
        Some(Self { shards, reads, roll_over })
    }
}
