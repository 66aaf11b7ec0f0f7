//! KW022: a partition key that is read more often than its partition serves.

use super::{
    example::push_keys,
    hot::Judged,
    text::{Text, rounded_down},
};
use crate::physics::{
    capacity::{Consistency, query_units, read_units},
    limits::PARTITION_READ_UNITS,
    read_cost::{PAGE_ITEMS, ReadCost},
};
use crate::schema::{EntitySchema, ShardBy};

/// The declared reads of one value of a partition key.
#[derive(Clone, Copy)]
struct Readers<'a> {
    judged: Judged<'a>,
    reads: u64,
    entry_bytes: u64,
    /// The partition keys that a query visits, after the last `grow`.
    lanes: u64,
}

impl<'a> Readers<'a> {
    /// `None` where no reads are declared. An entity's are those of the table's key.
    const fn of(entity: &'a EntitySchema, key: usize) -> Option<Self> {
        let Some(judged) = Judged::of_any(entity, key) else {
            return None;
        };
        let declared = match (judged.key.key.index, judged.key.key.peak) {
            (Some(_), None) => None,
            _ => judged.key.peak(),
        };
        let Some(peak) = declared else {
            return None;
        };
        let (Some(reads), Some(entry_bytes)) = (peak.reads_per_second, entity.entry_bytes(key)) else {
            return None;
        };
        let lanes = match judged.key.key.shard {
            Some(shard) => shard.last_count() as u64,
            None => 1,
        };
        Some(Self { judged, reads, entry_bytes, lanes })
    }

    /// The fewest read units a second that can reach one lane: the floor of a query over all shards, or one item by its
    /// key, where that goes to one of the shards.
    const fn least_units(&self) -> f64 {
        let reads = self.reads as f64;
        match self.shard_by() {
            Some(ShardBy::Random | ShardBy::TableKey) => reads * query_units(0, Consistency::Eventual),
            Some(ShardBy::Hash { .. }) => {
                reads * read_units(self.entry_bytes, Consistency::Eventual) / self.judged.spread as f64
            }
            None => reads * read_units(self.entry_bytes, Consistency::Eventual),
        }
    }

    const fn shard_by(&self) -> Option<ShardBy> {
        match self.judged.key.key.shard {
            Some(shard) => Some(shard.by),
            None => None,
        }
    }

    const fn newest(&self) -> ReadCost {
        ReadCost::of(PAGE_ITEMS, self.lanes, self.entry_bytes)
    }
}

/// Speaks where no way of reading fits.
pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    match Readers::of(entity, key) {
        Some(readers) if readers.least_units() > PARTITION_READ_UNITS as f64 => Some(message(&readers)),
        _ => None,
    }
}

/// Where every read may fit and one of the newest 50 items does not: how many of these a second do, rounded down to two
/// digits, at least 1. Else 0.
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
    let judged = &readers.judged;
    let mut text = Text::opening("KW022", judged.key.key.index);
    text.push("one partition key of ").name(judged.key.entity.name).push(" is read more often than it can be served");
    push_keys(text.line("key"), &judged.key.partition_part());
    let units = readers.least_units();
    let whole = units as u64;
    text.line("peak").number(whole + ((whole as f64) < units) as u64).push(" RCU/s on each (");
    text.number(readers.reads).push(" reads/s x ");
    let each = match readers.shard_by() {
        Some(ShardBy::Random | ShardBy::TableKey) => query_units(0, Consistency::Eventual),
        _ => read_units(readers.entry_bytes, Consistency::Eventual),
    };
    push_units(&mut text, each);
    match readers.shard_by() {
        Some(ShardBy::Hash { .. }) => {
            text.push(" / ").number(judged.spread).push(" shards, if each asks for one item by its key)");
        }
        Some(ShardBy::Random | ShardBy::TableKey) => {
            text.push(", the least for a lane where nothing is found)");
        }
        None => {
            text.push(", if each asks for one item)");
        }
    }
    text.push("; one key serves ").number(PARTITION_READ_UNITS);
    text.line("fix")
        .push("a cache in front, such as DAX or one in the process; `reads_per_second` are those that pass it");
    text.line("or").push("put a field of many values into the partition key, so that not all read the same");
    if each > query_units(0, Consistency::Eventual) {
        text.line("or").push("an index that projects less: its entries are read for less, from partitions of its own");
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

/// `0.5 RCU`
const fn push_units(text: &mut Text, units: f64) {
    let halves = (units * 2.0) as u64;
    text.number(halves / 2).push(if halves.is_multiple_of(2) { "" } else { ".5" }).push(" RCU");
}

#[cfg(test)]
mod tests;
