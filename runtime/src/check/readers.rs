//! KW022: a partition key that is read more often than its partition allows.

mod summed;

use super::{
    example::push_keys,
    text::{Text, rounded_down},
};
use crate::{
    load::{Readers, reads_exceed_quota, reads_share_partitions},
    physics::{
        capacity::{Consistency, query_units},
        limits::PARTITION_READ_UNITS,
        math::ceil,
    },
    schema::{EntitySchema, PeakReads, ShardBy},
};

pub(crate) use summed::refusal as summed_refusal;

/// The error if no way of reading fits.
pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    match Readers::of(entity, key) {
        Some(readers) if readers.least_units() > PARTITION_READ_UNITS as f64 => Some(message(&readers)),
        _ => None,
    }
}

/// If the reads are declared in the short form, and the smallest reads fit but reads of the newest 50 items do not,
/// returns the number of the latter that fit per second, rounded down to two digits, at least 1. Otherwise 0.
pub(crate) const fn newest_that_fit(entity: &EntitySchema, key: usize) -> usize {
    let Some(readers) = Readers::of(entity, key) else {
        return 0;
    };
    let most = readers.newest().reads_per_second();
    if !readers.is_short || refusal(entity, key).is_some() || readers.reads.per_second() as f64 <= most {
        return 0;
    }
    match rounded_down(most as u64) {
        0 => 1,
        reads => reads as usize,
    }
}

/// Whether the declared reads of this key exceed the table's quota of read units, and no other message says that they
/// are too many.
pub(crate) const fn exceed_quota(entity: &EntitySchema, key: usize) -> bool {
    key < entity.keys.len()
        && reads_exceed_quota(&[entity], entity.keys[key].index)
        && refusal(entity, key).is_none()
        && newest_that_fit(entity, key) == 0
}

/// Whether declared reads of new keys throttle because several of them share a partition, and no other message says
/// that they are too many.
pub(crate) const fn share_partitions(entity: &EntitySchema, key: usize) -> bool {
    key < entity.keys.len()
        && reads_share_partitions(&[entity], entity.keys[key].index)
        && !reads_exceed_quota(&[entity], entity.keys[key].index)
        && refusal(entity, key).is_none()
        && newest_that_fit(entity, key) == 0
}

const fn message(readers: &Readers<'_>) -> Text {
    let judged = &readers.load;
    let mut text = Text::opening("KW022", judged.key.key.index);
    text.push("one partition key of ").name(judged.key.entity.name).push(" is read more often than it can be served");
    push_keys(text.line("key"), &judged.key.partition_part());
    text.line("peak").number(ceil(readers.least_units())).push(" RCU/s on each (");
    let each = readers.least_units_of_one();
    if readers.is_short {
        push_short(&mut text, readers, each);
    } else {
        push_reads(&mut text, readers);
    }
    text.push("); one partition serves ").number(PARTITION_READ_UNITS);
    text.line("fix").push("declare only the misses of a cache in the process: ");
    text.push(if readers.is_short { "reads_per_second = .." } else { "reads(..)" });
    if readers.reads.consistent > 0.0 {
        text.line("or").push("eventually consistent reads, which cost half as much");
    }
    if !readers.is_short && readers.reads.queries > 0 && readers.reads.items > 1 {
        text.line("or").push("queries of fewer items");
    }
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
        // More shards divide the items of a query.
        Some(ShardBy::Random | ShardBy::TableKey) if readers.has_large_queries() => {}
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

/// Writes reads whose number of items is not declared, such as `7,000 reads/s x 0.5 RCU, if each reads one item`.
const fn push_short(text: &mut Text, readers: &Readers<'_>, each: f64) {
    text.number(readers.reads.per_second()).push(" reads/s x ");
    text.units(each);
    match readers.shard_by() {
        Some(ShardBy::Hash { .. }) => {
            text.push(" / ").number(readers.lanes_of_gets()).push(" shards, if each reads one item by its key");
        }
        Some(ShardBy::Random | ShardBy::TableKey) => {
            text.push(", the minimum for a lane without results");
        }
        None => {
            text.push(", if each reads one item");
        }
    }
}

/// Writes declared reads, such as `500 queries/s of 50 items x 9 RCU + 2,000 gets/s x 0.5 RCU`.
const fn push_reads(text: &mut Text, readers: &Readers<'_>) {
    let PeakReads { queries, items, gets, consistent, .. } = readers.reads;
    if queries > 0 {
        text.number(queries).push(" queries/s of ").number(items).push(if items == 1 {
            " item x "
        } else {
            " items x "
        });
        text.units(readers.units.query_per_lane);
        if readers.lanes > 1 {
            text.push(" in each of ").number(readers.lanes).push(" lanes");
        }
    }
    if gets > 0 {
        text.push(if queries > 0 { " + " } else { "" }).number(gets).push(" gets/s x ");
        text.units(readers.units.get_per_lane);
        match readers.shard_by() {
            Some(ShardBy::Hash { .. }) => {
                text.push(" / ").number(readers.lanes_of_gets()).push(" shards");
            }
            Some(ShardBy::Random | ShardBy::TableKey) if queries == 0 => {
                text.push(" in each of ").number(readers.lanes).push(" lanes");
            }
            _ => {}
        }
    }
    if consistent > 0.0 {
        text.push(", ").number(ceil(consistent * 100.0)).push(" % of them strongly consistent");
    }
}

#[cfg(test)]
mod tests;
