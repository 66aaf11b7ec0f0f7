//! KW004 and KW018 across entities: the peaks of all entities that write to one partition key are added.

use super::{remedy, unsplit};
use crate::{
    check::{example::push_keys, text::Text},
    load::{Division, KeyLoad, Sum, missing_margin_at, part, sharing, sum_at},
    physics::{limits::PARTITION_WRITE_UNITS, shards::MOST_SHARDS},
    schema::{EntitySchema, same},
};

/// The error at the entity with which a partition key exceeds its limit.
pub(crate) const fn refusal(entities: &[&EntitySchema], at: usize) -> Option<Text> {
    match sum_at(entities, at) {
        Some(sum) => Some(message(entities, at, &sum)),
        None => None,
    }
}

/// The number of shards that would suffice on each of the entities, if their sum fits on average but not in a busy
/// second. Above 100 it is rounded up to a multiple of ten; 1,001 if no number up to 1,000 suffices. Otherwise 0.
pub(crate) const fn missing_margin(entities: &[&EntitySchema], at: usize) -> usize {
    match missing_margin_at(entities, at) {
        wanted if wanted > MOST_SHARDS => MOST_SHARDS as usize + 1,
        wanted if wanted > 100 => wanted.next_multiple_of(10) as usize,
        wanted => wanted as usize,
    }
}

const fn message(entities: &[&EntitySchema], at: usize, sum: &Sum<'_>) -> Text {
    let load = &sum.load;
    let mut text = Text::opening(if sum.local { "KW018" } else { "KW004" }, load.key.key.index);
    text.name(entities[at].name).push(" and others write to one partition key, together more than ");
    text.push("a partition carries");
    if sum.local {
        text.push(", and ");
        unsplit::push_local_indexes(&mut text, load.key.entity.table.local_indexes);
        text.push(" never lets it split");
    }
    push_keys(text.line("key"), &load.key.partition_part());
    push_parts(&mut text, entities, at, sum);
    text.line("").number(sum.on_one_key as u64).push(" WCU/s in all");
    text.push(if sum.local { ", entries of local indexes included" } else { "" });
    text.push("; one partition carries ").number(PARTITION_WRITE_UNITS);
    let wanted = sum.shards_wanted();
    // A stored attribute has no shards that only an index has.
    let is_sharded = wanted <= MOST_SHARDS && !load.is_unasked() && push_shards(&mut text, entities, at, sum, wanted);
    text.line(if is_sharded { "or" } else { "fix" });
    text.push("a partition key of its own: another literal at the beginning of its template");
    if is_sharded && load.must_be_placed() {
        remedy::push_pairs_of(&mut text, load, &sum.pairs(), None);
    }
    if load.is_unasked() {
        remedy::push_unasked(&mut text, load, "or");
    }
    if sum.local {
        unsplit::push_global_index(&mut text);
    }
    text
}

/// Writes the shards for each of the entities, and returns `true`. Writes nothing and returns `false` if one of them
/// cannot have such shards.
const fn push_shards(text: &mut Text, entities: &[&EntitySchema], at: usize, sum: &Sum<'_>, count: u64) -> bool {
    let Some(of_last) = remedy::shards(&sum.load, count) else { return false };
    let mut other = 0;
    let mut are_equal = true;
    while other < at {
        if let Some(sharer) = sharer(entities, other, at, sum) {
            let Some(theirs) = remedy::shards(&sharer, count) else { return false };
            are_equal = are_equal && same(theirs.as_str(), of_last.as_str());
        }
        other += 1;
    }
    let on_index = sum.load.key.key.index.is_some();
    if are_equal {
        text.line("fix").append(&of_last);
        text.push(if on_index { "  inside `#[gsi]` of each of them" } else { "  on each of them" });
        return true;
    }
    let mut label = "fix";
    let mut other = 0;
    while other <= at {
        if let Some(sharer) = sharer(entities, other, at, sum)
            && let Some(theirs) = remedy::shards(&sharer, count)
        {
            text.line(label).append(&theirs).push(if on_index { "  inside `#[gsi]` of " } else { "  on " });
            text.name(entities[other].name);
            label = "and";
        }
        other += 1;
    }
    true
}

/// The key with which the entity at `other` has a part in the sum.
const fn sharer<'a>(entities: &[&'a EntitySchema], other: usize, at: usize, sum: &Sum<'a>) -> Option<KeyLoad<'a>> {
    if other == at { Some(sum.load) } else { sharing(entities[other], &sum.load, sum.division, sum.local) }
}

/// Writes a line for each entity with a part in the sum.
const fn push_parts(text: &mut Text, entities: &[&EntitySchema], at: usize, sum: &Sum<'_>) {
    let mut label = "peak";
    let mut other = 0;
    while other <= at {
        if let Some(sharer) = sharer(entities, other, at, sum)
            && let Some(units) = units_on_one_key(&sharer, sum.division)
        {
            text.line(label).name(entities[other].name).push(" ").number(units).push(" WCU/s");
            if matches!(sum.division, Division::TopShare) && sharer.share.least > 0.0 {
                text.push(" on its most frequent key");
            } else if sharer.cardinality.few().is_some() {
                text.push(" on each key, if all are equally frequent");
            }
            label = "";
        }
        other += 1;
    }
}

const fn units_on_one_key(load: &KeyLoad<'_>, division: Division) -> Option<u64> {
    match part(load, division) {
        Some(part) => Some(part.on_one_key as u64),
        None => None,
    }
}

#[cfg(test)]
mod tests;
