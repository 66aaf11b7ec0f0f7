//! KW001 to KW004 and KW018: what the compiler says of partition keys that are hot by construction, and of peaks that
//! their shards cannot carry. The judgement is that of [`load`](crate::load).

mod message;
mod remedy;
mod summed;
mod unsplit;

pub(crate) use summed::{missing_margin as summed_margin, refusal as summed_refusal};

use super::text::Text;
use crate::{
    load::{KeyLoad, Shortage, Verdict, rounded_shards},
    physics::shards::MOST_SHARDS,
    schema::{EntitySchema, UndeclaredPeak},
};

/// KW001 to KW004, and KW018 where these say nothing.
pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    match message::refusal(entity, key) {
        Some(text) => Some(text),
        None => unsplit::refusal(entity, key),
    }
}

/// The ways to this many shards, as the lines of a message; `None` for a key that is not declared.
#[cfg(feature = "client")]
pub(crate) const fn ways_to_shard(entity: &EntitySchema, key: usize, count: u64) -> Option<Text> {
    let Some(load) = KeyLoad::of_any(entity, key) else {
        return None;
    };
    let mut text = Text::new();
    remedy::push_shards(&mut text, &load, if count <= MOST_SHARDS { Some(count) } else { None });
    Some(text)
}

/// The shards over which the writes to one value of a key spread; 1 for a key that is not declared.
#[cfg(feature = "client")]
pub(crate) const fn spread_of(entity: &EntitySchema, key: usize) -> u64 {
    match KeyLoad::of_any(entity, key) {
        Some(load) => load.shards.reached(),
        None => 1,
    }
}

/// The values of a partition key of few without a declared peak, where the table warns of it; else 0.
pub(crate) const fn few_values(entity: &EntitySchema, key: usize) -> usize {
    match undeclared(entity, key) {
        Some(load) => match load.variety.few() {
            Some(values) => values as usize,
            None => 0,
        },
        None => 0,
    }
}

/// Whether the table warns of a partition key in which nothing but time varies, and that has no declared peak.
pub(crate) const fn lone_bucket(entity: &EntitySchema, key: usize) -> bool {
    matches!(undeclared(entity, key), Some(load) if load.variety.moving().is_some())
}

const fn undeclared(entity: &EntitySchema, key: usize) -> Option<KeyLoad<'_>> {
    match KeyLoad::of(entity, key) {
        Some(load)
            if matches!(load.policy(), UndeclaredPeak::Warn) && matches!(load.verdict(), Verdict::Undeclared) =>
        {
            Some(load)
        }
        _ => None,
    }
}

/// The share, in per cent, from which on one of few values throttles; else 0.
pub(crate) const fn share_that_throttles(entity: &EntitySchema, key: usize) -> usize {
    let Some(load) = KeyLoad::of(entity, key) else {
        return 0;
    };
    let load = load.with_local();
    match (load.verdict(), load.shortage(), load.share_that_throttles()) {
        (Verdict::Fine, Shortage::None, Some(percent)) => percent as usize,
        _ => 0,
    }
}

/// The shards that would do, where the mean load fits and a busy second or a roll-over does not; else 0. Above 100 it is
/// rounded up to tens; 1,001 where no count will do.
pub(crate) const fn missing_margin(entity: &EntitySchema, key: usize) -> usize {
    let Some(load) = KeyLoad::of(entity, key) else {
        return 0;
    };
    match load.shortage() {
        _ if unsplit::refusal(entity, key).is_some() => 0,
        Shortage::Shards(wanted) => match rounded_shards(&load, wanted) {
            Some(shards) => shards as usize,
            None => MOST_SHARDS as usize + 1,
        },
        Shortage::NoCount => MOST_SHARDS as usize + 1,
        Shortage::None | Shortage::Quota => 0,
    }
}

/// Whether the warm throughput that the key needs exceeds the quota of its table.
pub(crate) const fn above_quota(entity: &EntitySchema, key: usize) -> bool {
    match KeyLoad::of(entity, key) {
        Some(load) => matches!(load.shortage(), Shortage::Quota) && unsplit::refusal(entity, key).is_none(),
        None => false,
    }
}

#[cfg(test)]
mod tests;
