//! KW004 and KW018 across entities: the peaks of all entities that write to one partition key are added.

use super::{remedy, unsplit};
use crate::{
    check::{example::push_keys, text::Text},
    load::{Division, KeyLoad, Sum, missing_margin_at, part, sharing, sum_at},
    physics::{limits::PARTITION_WRITE_UNITS, shards::MOST_SHARDS},
    schema::EntitySchema,
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
    text.line("fix");
    // A stored attribute has no shards that only an index has.
    if wanted <= MOST_SHARDS && !load.is_unasked() {
        let on_index = load.key.key.index.is_some();
        text.push(if on_index { "shard(random = " } else { "#[shard(random = " }).padded(wanted, 1);
        text.push(if on_index { ")  inside `#[gsi]` of each of them" } else { ")]  on each of them" });
        text.line("or");
    }
    text.push("a partition key of its own: another literal at the beginning of its template");
    if load.is_unasked() {
        remedy::push_unasked(&mut text, load, "or");
    }
    if sum.local {
        unsplit::push_global_index(&mut text);
    }
    text
}

/// Writes a line for each entity with a part in the sum.
const fn push_parts(text: &mut Text, entities: &[&EntitySchema], at: usize, sum: &Sum<'_>) {
    let mut label = "peak";
    let mut other = 0;
    while other <= at {
        let sharer =
            if other == at { Some(sum.load) } else { sharing(entities[other], &sum.load, sum.division, sum.local) };
        if let Some(sharer) = sharer
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
