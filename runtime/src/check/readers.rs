//! KW022: a partition key that is read more often than its partition allows.

use super::{
    example::push_keys,
    text::{Text, rounded_down},
};
use crate::{
    load::Readers,
    physics::{
        capacity::{Consistency, query_units},
        limits::PARTITION_READ_UNITS,
    },
    schema::{EntitySchema, ShardBy},
};

/// The error if no way of reading fits.
pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    match Readers::of(entity, key) {
        Some(readers) if readers.least_units() > PARTITION_READ_UNITS as f64 => Some(message(&readers)),
        _ => None,
    }
}

/// If the smallest reads fit but reads of the newest 50 items do not, returns the number of the latter that fit per
/// second, rounded down to two digits, at least 1. Otherwise 0.
pub(crate) const fn newest_that_fit(entity: &EntitySchema, key: usize) -> usize {
    let Some(readers) = Readers::of(entity, key) else {
        return 0;
    };
    let most = readers.newest().reads_per_second();
    if refusal(entity, key).is_some() || readers.reads as f64 <= most {
        return 0;
    }
    match rounded_down(most as u64) {
        0 => 1,
        reads => reads as usize,
    }
}

const fn message(readers: &Readers<'_>) -> Text {
    let judged = &readers.load;
    let mut text = Text::opening("KW022", judged.key.key.index);
    text.push("one partition key of ").name(judged.key.entity.name).push(" is read more often than it can be served");
    push_keys(text.line("key"), &judged.key.partition_part());
    let units = readers.least_units();
    let whole = units as u64;
    text.line("peak").number(whole + ((whole as f64) < units) as u64).push(" RCU/s on each (");
    text.number(readers.reads).push(" reads/s x ");
    let each = readers.least_units_of_one();
    push_units(&mut text, each);
    match readers.shard_by() {
        Some(ShardBy::Hash { .. }) => {
            text.push(" / ").number(judged.shards.reached()).push(" shards, if each reads one item by its key)");
        }
        Some(ShardBy::Random | ShardBy::TableKey) => {
            text.push(", the minimum for a lane without results)");
        }
        None => {
            text.push(", if each reads one item)");
        }
    }
    text.push("; one partition serves ").number(PARTITION_READ_UNITS);
    text.line("fix").push("declare only the misses of a cache in the process: reads_per_second = ..");
    if judged.has_one_item() {
        text.line("or").push("copies of the item under several keys, of which each read takes one at random");
    } else {
        text.line("or")
            .push("put a field of many values into the partition key, so that not all reads have the same key");
    }
    if each > query_units(0, Consistency::Eventual) {
        text.line("or").push("read an index that projects less: its entries cost less and have their own partitions");
    }
    match readers.shard_by() {
        Some(ShardBy::Random | ShardBy::TableKey) => {
            text.line("note").push("more shards do not help: a read visits every one of them");
        }
        Some(ShardBy::Hash { .. }) => {
            text.line("note").push("more shards divide reads by key; a query visits every one of them");
        }
        None => {}
    }
    text
}

/// Writes units, such as `0.5 RCU`.
const fn push_units(text: &mut Text, units: f64) {
    let halves = (units * 2.0) as u64;
    text.number(halves / 2).push(if halves.is_multiple_of(2) { "" } else { ".5" }).push(" RCU");
}

#[cfg(test)]
mod tests;
