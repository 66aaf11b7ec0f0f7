//! Shards and warm throughput, decided together.

use keywright::{
    load::{Span, Spread},
    schema::EntitySchema,
};
use serde::Serialize;

use super::page_cost::PageCost;

/// Ways to hold a roll-over: time makes new keys, which may share partitions until these split.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct RollOverPlan {
    /// What each has new keys: `day`, `second`.
    pub each: &'static str,
    /// Write units a second that the account may use on the table or the index.
    pub quota: u64,
    /// The design's own shards, and others that would do. By the number of shards.
    pub pairs: Vec<PairPlan>,
}

/// Shards for each value of the key, and the warm throughput with which a roll-over overloads no partition, but for one
/// roll-over in a thousand.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PairPlan {
    /// Shards for each value of the key. Of few values without a declared share, one may take all writes.
    pub shards: u64,
    /// Write units a second of warm throughput, for this key alone; `None` where no 10 million do.
    pub warm_wcu: Option<u64>,
    /// Whether AWS has to raise the account's quota first.
    pub exceeds_quota: bool,
    /// Whether it is the design's own number of shards.
    pub is_design: bool,
    /// What the newest 50 items cost to read.
    pub read: PageCost,
}

/// Whether time makes new keys: by a bucket, a date or a second.
#[cfg(any(feature = "simulate", test))]
pub(crate) fn has_roll_over(entity: &EntitySchema, place: usize) -> bool {
    entity.spread(place).as_ref().and_then(renewed).is_some()
}

/// What has new keys. The keys of an instant are many and evenly loaded, and have no roll-over.
fn renewed(spread: &Spread) -> Option<Span> {
    spread.roll_over.filter(|span| *span != Span::Instant)
}

pub(crate) fn roll_over(entity: &'static EntitySchema, place: usize) -> Option<RollOverPlan> {
    let (demand, spread) = (entity.demand(place)?, entity.spread(place)?);
    let each = renewed(&spread)?;
    let others: Vec<_> = entity.pairs(place).into_iter().flatten().collect();
    let is_known = spread.values.is_some() || !others.is_empty();
    if !is_known {
        return None;
    }
    let quota = entity.table.quota;
    let pair = |shards, warm_wcu: Option<u64>, is_design| PairPlan {
        shards,
        warm_wcu,
        exceeds_quota: warm_wcu.is_none_or(|units| units > quota),
        is_design,
        read: PageCost::of(shards, demand.entry_bytes),
    };
    let others = others.iter().filter(|other| other.shards != spread.shards);
    let mut pairs: Vec<_> = others.map(|other| pair(other.shards, Some(other.warm_write_units()), false)).collect();
    pairs.push(pair(spread.shards, demand.warm_units, true));
    pairs.sort_by_key(|pair| pair.shards);
    Some(RollOverPlan { each: each.noun(), quota, pairs })
}
