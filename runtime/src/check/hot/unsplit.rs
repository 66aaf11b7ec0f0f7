//! KW018: a partition key that a local secondary index keeps on one partition.
//!
//! DynamoDB writes the entries of a local secondary index into the partition of their items, within the limit of 1,000
//! units, and never splits the items of one partition key ([adaptive
//! capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)). So
//! `allow_hot`, which relies on splits, is not accepted here.

use super::{message, remedy};
use crate::{
    check::{example::push_keys, text::Text},
    load::{KeyLoad, PeakLoad, Verdict},
    schema::{EntitySchema, LocalIndexSchema},
};

/// The error at a key of the table that no other rule rejects.
pub(super) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    if entity.table.local_indexes.is_empty() {
        return None;
    }
    let load = match KeyLoad::of_any(entity, key) {
        Some(load) if load.is_unsplit() => load.with_local(),
        _ => return None,
    };
    match (load.verdict(), load.peak) {
        (Verdict::Overloaded { keys }, Some(peak)) => Some(refused(&load, &peak, keys)),
        (Verdict::Popular, Some(peak)) if load.overloads_a_shard(&peak) => {
            Some(refused(&load, &load.popular_hashed(&peak), 1))
        }
        (Verdict::Popular, Some(peak)) => Some(refused(&load, &load.popular_key(&peak), load.shards.reached())),
        _ => None,
    }
}

const fn refused(load: &KeyLoad<'_>, peak: &PeakLoad, keys: u64) -> Text {
    let entity = load.key.entity;
    let mut text = Text::opening("KW018", None);
    text.name(entity.name).push(" writes more to one partition key than a partition carries, and ");
    push_local_indexes(&mut text, entity.table.local_indexes);
    text.push(" never lets it split");
    push_keys(text.line("key"), &load.key.partition_part());
    text.line("peak").number(peak.units_per_second).push(" WCU/s");
    push_parts(&mut text, load, peak);
    message::push_carried(&mut text, keys);
    remedy::push_shards(&mut text, load, load.shards_wanted());
    push_global_index(&mut text);
    text
}

/// Writes the load of the local secondary indexes, such as ` (3,000 for local indexes)`.
const fn push_parts(text: &mut Text, load: &KeyLoad<'_>, peak: &PeakLoad) {
    if let Some(items) = PeakLoad::of(&load.key, load.place)
        && let Some(all) = load.peak
    {
        let of_indexes = all.units_per_second.saturating_sub(items.units_per_second);
        let share = (of_indexes as u128 * peak.units_per_second as u128).checked_div(all.units_per_second as u128);
        if let Some(share) = share
            && share > 0
        {
            text.push(" (").number(share as u64).push(" of them for local indexes)");
        }
    }
}

/// Writes the names of the indexes, such as `the local index LSI1`.
pub(super) const fn push_local_indexes(text: &mut Text, indexes: &[LocalIndexSchema]) {
    if let [first, others @ ..] = indexes {
        text.push("the local index ").push(first.name);
        if !others.is_empty() {
            text.push(" (one of ").number(indexes.len() as u64).push(")");
        }
    }
}

pub(super) const fn push_global_index(text: &mut Text) {
    text.line("or")
        .push("#[gsi(..)] in place of each #[lsi(..)]: it has partitions of its own, and the table's may split");
}

#[cfg(test)]
mod tests;
