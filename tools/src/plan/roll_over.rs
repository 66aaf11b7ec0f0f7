//! Plans shards and warm throughput together.

use keywright::{
    load::{Span, Spread},
    schema::EntitySchema,
};
use serde::Serialize;

use super::page_cost::PageCost;

/// Ways to withstand a roll-over: time makes new keys, which may share partitions until these split.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct RollOverPlan {
    /// The period that begins with new keys: `day`, `second`.
    pub each: &'static str,
    /// Write units per second that the account may use on the table or the index.
    pub quota: u64,
    /// The design's own number of shards, and others that would suffice, in ascending order.
    pub pairs: Vec<PairPlan>,
}

/// The number of shards for each value of the key, and the warm throughput with which at most one roll-over in a
/// thousand overloads a partition.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PairPlan {
    /// The number of shards for each value of the key. Of few values without a declared share, one may take all writes.
    pub shards: u64,
    /// Write units per second of warm throughput, for this key alone; `None` if even 10 million do not suffice.
    pub warm_wcu: Option<u64>,
    /// Whether AWS has to raise the account's quota first.
    pub exceeds_quota: bool,
    /// Whether it is the design's own number of shards.
    pub is_design: bool,
    /// The cost of reading the newest items of a page.
    pub read: PageCost,
}

/// Returns whether the key changes with time: by a bucket, a date or a second.
#[cfg(any(feature = "simulate", test))]
pub(crate) fn has_roll_over(entity: &EntitySchema, place: usize) -> bool {
    entity.spread(place).as_ref().and_then(renewed).is_some()
}

/// Returns the period that begins with new keys. The keys of an instant are many and evenly loaded, and have no
/// roll-over.
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
        read: PageCost::of(entity, place, shards),
    };
    let others = others.iter().filter(|other| other.shards != spread.shards);
    let mut pairs: Vec<_> = others.map(|other| pair(other.shards, Some(other.warm_write_units()), false)).collect();
    pairs.push(pair(spread.shards, demand.warm_units, true));
    pairs.sort_by_key(|pair| pair.shards);
    Some(RollOverPlan { each: each.noun(), quota, pairs })
}
