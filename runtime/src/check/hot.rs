//! KW001 to KW004 and KW018: the errors and warnings about partition keys that are hot by design, and about peaks that
//! their shards cannot serve. [`load`](crate::load) computes the verdicts.

mod message;
mod remedy;
mod reviewed;
mod summed;
mod unsplit;

pub(crate) use summed::{missing_margin as summed_margin, refusal as summed_refusal};

use super::text::Text;
use crate::{
    load::{KeyCardinality, KeyLoad, Shortage, Verdict, rounded_shards},
    physics::shards::MOST_SHARDS,
    schema::{EntitySchema, KeyPart, KeySchema, UndeclaredPeak, UndeclaredShare},
};

/// The error of KW001 to KW004, or of KW018 if none of these applies.
pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    if let Some(text) = message::without_peak(entity, key) {
        return Some(text);
    }
    if is_exempt(entity, key) {
        return None;
    }
    match message::refusal(entity, key) {
        Some(text) => Some(text),
        None => unsplit::refusal(entity, key),
    }
}

/// The error of KW001 to KW004 for an index that the items of a listed entity enter unasked.
pub(crate) const fn unasked_refusal(entity: &EntitySchema) -> Option<Text> {
    let mut place = entity.keys.len();
    while let Some(key) = entity.key_at(place) {
        if !is_exempt(entity, place) && !is_refused_in_table(entity, key) {
            let refusal = message::refusal(entity, place);
            if refusal.is_some() {
                return refusal;
            }
        }
        place += 1;
    }
    None
}

/// Whether an index has the table's partition keys, and these are refused.
const fn is_refused_in_table(entity: &EntitySchema, key: &KeySchema) -> bool {
    matches!(key.partition.of_table, Some(KeyPart::Partition)) && refusal(entity, 0).is_some()
}

/// Whether a warning of KW002 to KW004 applies to an index that the items of a listed entity enter unasked.
pub(crate) const fn warns_of_unasked(entity: &EntitySchema) -> bool {
    let mut place = entity.keys.len();
    while place < entity.places() {
        if warnings(entity, place).are_some() {
            return true;
        }
        place += 1;
    }
    false
}

/// Whether no rule applies, because no peak is declared and the number of the key's values is not known. Checked first,
/// because this is the case for most keys.
const fn is_exempt(entity: &EntitySchema, key: usize) -> bool {
    let Some(schema) = entity.key_at(key) else {
        return true;
    };
    matches!((&entity.peak, &schema.peak), (None, None))
        && KeyCardinality::has_unknown_values(entity, &schema.partition)
}

/// The ways to use this many shards, as the lines of a message. `None` for a key that is not declared.
#[cfg(feature = "client")]
pub(crate) const fn ways_to_shard(entity: &EntitySchema, key: usize, count: u64) -> Option<Text> {
    let Some(load) = KeyLoad::of_any(entity, key) else {
        return None;
    };
    let mut text = Text::new();
    remedy::push_shards(&mut text, &load, if count <= MOST_SHARDS { Some(count) } else { None });
    Some(text)
}

/// The number of shards over which the writes to one value of a key spread. 1 for a key that is not declared.
#[cfg(feature = "client")]
pub(crate) const fn spread_of(entity: &EntitySchema, key: usize) -> u64 {
    match KeyLoad::of_any(entity, key) {
        Some(load) => load.shards.reached(),
        None => 1,
    }
}

/// How long time keeps the keys of this key before it makes new ones. `None` for keys that do not change with time, and
/// for those of a time of less than a second, which are many.
#[cfg(feature = "client")]
pub(crate) const fn renewed_each(entity: &EntitySchema, key: usize) -> Option<crate::load::Span> {
    match KeyLoad::of_any(entity, key) {
        Some(load) => match load.roll_over() {
            Some(crate::load::Span::Instant) | None => None,
            span => span,
        },
        None => None,
    }
}

/// The compiler's warnings about one partition key. Unset ones are 0 or `false`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warnings {
    /// KW002: the number of values of a key with few values and without a declared peak.
    pub few_values: usize,
    /// KW002 and KW004: the share of the writes, in per cent, from which one of few values is throttled, if no share is
    /// declared.
    pub share_that_throttles: usize,
    /// KW002: the share of the writes, in per cent, from which the most frequent of an unknown number of values is
    /// throttled, if the table asks for it.
    pub unknown_share: usize,
    /// KW003: only time varies in the key, and its peak is not declared.
    pub lone_bucket: bool,
    /// KW004: the number of shards that would suffice, if the mean load fits but not a busy second or a roll-over.
    /// Above 100 it is rounded up to a multiple of ten; 1,001 if no number up to 1,000 suffices.
    pub missing_margin: usize,
    /// KW004: the warm throughput that the declared peak needs exceeds the quota of the table.
    pub above_quota: bool,
    /// KW004: the number of shards with which the quota suffices, if the table throttles when it is launched at its
    /// peak. Above 100 it is rounded up to a multiple of ten; 1,001 if no number up to 1,000 suffices.
    pub shards_for_launch: usize,
    /// KW004: the number of shards that would suffice, if the key has more than ten times as many.
    pub sufficient_shards: usize,
    /// KW003: more than one roll-over in ten days overloads a partition.
    pub bad_roll_overs: bool,
    /// KW004: `allow_hot` accepts a peak of more than ten times what the keys carry.
    pub far_too_hot: bool,
    /// KW004: the key under which items are written until `since` cannot carry the declared peak.
    pub overloads_older_key: bool,
    /// KW018: the days at the declared peak after which the key reaches the 10 GB that a local secondary index allows,
    /// rounded up to one digit, at most 1,000.
    pub days_to_full: usize,
}

impl Warnings {
    /// No warnings.
    pub const NONE: Self = Self {
        few_values: 0,
        share_that_throttles: 0,
        unknown_share: 0,
        lone_bucket: false,
        missing_margin: 0,
        above_quota: false,
        shards_for_launch: 0,
        sufficient_shards: 0,
        bad_roll_overs: false,
        far_too_hot: false,
        overloads_older_key: false,
        days_to_full: 0,
    };

    /// Whether there is a warning about the load of an unasked index. The others are about what an entity declares for
    /// a key: its shards, `allow_hot`, `since`, and the collections of the table.
    const fn are_some(&self) -> bool {
        self.few_values > 0
            || self.share_that_throttles > 0
            || self.unknown_share > 0
            || self.lone_bucket
            || self.missing_margin > 0
            || self.above_quota
            || self.shards_for_launch > 0
            || self.bad_roll_overs
    }
}

pub(crate) const fn warnings(entity: &EntitySchema, key: usize) -> Warnings {
    if is_exempt(entity, key) { Warnings::NONE } else { of_judged(entity, key) }
}

const fn of_judged(entity: &EntitySchema, key: usize) -> Warnings {
    let Some(load) = KeyLoad::of(entity, key) else {
        return match KeyLoad::of_any(entity, key) {
            Some(load) => Warnings { far_too_hot: reviewed::is_far_too_hot(&load), ..Warnings::NONE },
            None => Warnings::NONE,
        };
    };
    match load.verdict() {
        Verdict::Undeclared if matches!(load.policy(), UndeclaredPeak::Warn) => {
            let few_values = match load.cardinality.few() {
                Some(values) => values as usize,
                None => 0,
            };
            Warnings { few_values, lone_bucket: load.cardinality.moving().is_some(), ..Warnings::NONE }
        }
        // No warning for a key that KW018 rejects.
        Verdict::Fine if matches!(load.with_local().verdict(), Verdict::Fine) => of_a_peak(&load),
        Verdict::Fine | Verdict::Undeclared | Verdict::Overloaded { .. } | Verdict::Popular => Warnings::NONE,
    }
}

/// The warnings about a key with a mean load that fits.
const fn of_a_peak(load: &KeyLoad<'_>) -> Warnings {
    let days_to_full = load.days_to_full();
    let overloads_older_key = reviewed::overloads_older_key(load);
    let fine = Warnings { days_to_full, overloads_older_key, ..Warnings::NONE };
    match load.shortage() {
        Shortage::None => {
            let sufficient_shards = reviewed::sufficient_shards(load);
            let fine = Warnings {
                sufficient_shards,
                bad_roll_overs: reviewed::has_bad_roll_overs(load, load.shards.reached()),
                ..fine
            };
            match load.with_local().share_that_throttles() {
                Some(percent) => Warnings { share_that_throttles: percent as usize, ..fine },
                None => {
                    match (load.with_local().unknown_share_that_throttles(), load.key.entity.table.undeclared_share) {
                        (Some(percent), UndeclaredShare::Warn) => Warnings { unknown_share: percent as usize, ..fine },
                        _ => fine,
                    }
                }
            }
        }
        Shortage::Shards(wanted) => {
            // A number that serves no launch: that needs a change of its own.
            let shards_for_launch = if load.with_local().shards_wanted().is_none() { NO_COUNT } else { 0 };
            let fine = Warnings { shards_for_launch, ..fine };
            match rounded_shards(load, wanted) {
                Some(shards) => Warnings { missing_margin: shards as usize, ..fine },
                None => Warnings { missing_margin: NO_COUNT, ..fine },
            }
        }
        Shortage::NoCount => Warnings { missing_margin: NO_COUNT, ..fine },
        Shortage::Quota => Warnings { above_quota: true, ..fine },
        Shortage::Launch(wanted) => {
            let rounded = match wanted {
                Some(wanted) => rounded_shards(load, wanted),
                None => None,
            };
            match rounded {
                Some(shards) => Warnings { shards_for_launch: shards as usize, ..fine },
                None => Warnings { shards_for_launch: NO_COUNT, ..fine },
            }
        }
    }
}

/// The value of `missing_margin` and of `shards_for_launch` if no number of shards up to 1,000 suffices.
const NO_COUNT: usize = MOST_SHARDS as usize + 1;

#[cfg(test)]
mod tests;
