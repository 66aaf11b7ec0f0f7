//! KW018: a partition key that a local index keeps on one partition.
//!
//! DynamoDB writes a local index's entries into the partition of their items, out of the same 1,000 units, and never
//! splits the items of one partition key. What `allow_hot` accepts while a split may come is therefore refused here.

use super::{Judged, message, remedy};
use crate::{
    check::{example::push_keys, segment::kind_of, text::Text, variety::Variety},
    key::FieldKind,
    physics::{
        limits::{PARTITION_BYTES, PARTITION_WRITE_UNITS},
        shards::{DEFAULT_TARGET, shards_for},
    },
    schema::{EntitySchema, LocalIndexSchema},
};

const SECONDS_A_DAY: u64 = 86_400;

/// A collection that is full later than this is not warned of.
const MOST_DAYS: u64 = 1_000;

/// For a key of the table, where nothing else is said of it.
pub(super) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    let Some(judged) = Judged::of_any(entity, key) else {
        return None;
    };
    match Heaviest::of(&judged) {
        Some(heaviest) if is_unsplit(&judged) && heaviest.is_over(units_of_write(&judged)) => {
            Some(refused(&judged, heaviest))
        }
        _ => None,
    }
}

/// Whether the table has a local index, and the key is the table's.
pub(super) const fn is_unsplit(judged: &Judged<'_>) -> bool {
    judged.key.key.index.is_none() && !judged.key.entity.table.local_indexes.is_empty()
}

/// The write units that one write costs the partition of this key: the entry's and, on a table, those of its entries in
/// local indexes.
pub(crate) const fn units_of_write(judged: &Judged<'_>) -> u64 {
    match judged.load {
        Some(load) if is_unsplit(judged) => load.units.saturating_add(judged.key.entity.local_write_units()),
        Some(load) => load.units,
        None => 0,
    }
}

/// The writes a second to so many values of a partition key, each with so many shards.
#[derive(Clone, Copy)]
struct Heaviest {
    writes: u64,
    values: u64,
    shards: u64,
}

impl Heaviest {
    /// All writes, or those of the most popular share, whichever is more for each key; `None` where neither the values
    /// nor the share is known.
    const fn of(judged: &Judged<'_>) -> Option<Self> {
        let Some(load) = judged.load else {
            return None;
        };
        let popular = Self { writes: load.popular().writes, values: 1, shards: judged.popular_spread };
        let heaviest = match judged.variety.values() {
            Some(values) => {
                let all = Self { writes: load.writes, values, shards: judged.spread };
                if all.of_each() < popular.of_each() { popular } else { all }
            }
            None => popular,
        };
        if heaviest.writes == 0 { None } else { Some(heaviest) }
    }

    const fn keys(&self) -> u64 {
        self.values.saturating_mul(self.shards)
    }

    const fn of_each(&self) -> f64 {
        self.writes as f64 / self.keys() as f64
    }

    const fn is_over(&self, units: u64) -> bool {
        self.writes.saturating_mul(units) > self.keys().saturating_mul(PARTITION_WRITE_UNITS)
    }

    /// The shards of each value that would do.
    const fn shards_wanted(&self, units: u64) -> u64 {
        let values = if self.values == 0 { 1 } else { self.values };
        shards_for(self.writes, units, DEFAULT_TARGET).div_ceil(values)
    }
}

const fn refused(judged: &Judged<'_>, heaviest: Heaviest) -> Text {
    let entity = judged.key.entity;
    let mut text = Text::opening("KW018", None);
    text.name(entity.name).push(" writes more to one partition key than a partition carries, and ");
    push_local_indexes(&mut text, entity.table.local_indexes);
    text.push(" never lets it split");
    push_keys(text.line("key"), &judged.key.partition_part());
    let units = units_of_write(judged);
    text.line("peak").number(heaviest.writes.saturating_mul(units)).push(" WCU/s (");
    text.number(heaviest.writes).push(" writes/s x ").number(units).push(" WCU");
    push_parts(&mut text, judged);
    text.push(")");
    message::push_carried(&mut text, heaviest.keys());
    remedy::push_shards(&mut text, judged, heaviest.shards_wanted(units));
    push_global_index(&mut text);
    text
}

/// `: 1 for the item, 1 for local indexes`
const fn push_parts(text: &mut Text, judged: &Judged<'_>) {
    let of_indexes = judged.key.entity.local_write_units();
    if let Some(load) = judged.load
        && of_indexes > 0
    {
        text.push(": ").number(load.units).push(" for the item, ").number(of_indexes).push(" for local indexes");
    }
}

/// `the local index LSI1`
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

/// KW018 as a warning: the days at peak after which a partition key is full, where nothing in it ends its growth.
pub(crate) const fn days_to_full(entity: &EntitySchema, key: usize) -> usize {
    let Some(judged) = Judged::of(entity, key) else {
        return 0;
    };
    let (Some(load), Some(item), Some(values)) = (judged.load, entity.stored_item_bytes(), keys_for_good(&judged))
    else {
        return 0;
    };
    if !is_unsplit(&judged) || !grows(&judged) {
        return 0;
    }
    let bytes = item.saturating_add(entity.local_bytes());
    let room = PARTITION_BYTES.saturating_mul(values);
    match room.checked_div(load.writes.saturating_mul(bytes).saturating_mul(SECONDS_A_DAY)) {
        Some(days) if days < MOST_DAYS => one_digit(days + 1) as usize,
        _ => 0,
    }
}

/// How many partition keys there will ever be; `None` where that is not known.
const fn keys_for_good(judged: &Judged<'_>) -> Option<u64> {
    match judged.variety {
        Variety::Bucket(_) | Variety::Unknown => None,
        _ if message::has_bucket(&judged.key.key.partition) => None,
        variety => match variety.values() {
            Some(values) => Some(values.saturating_mul(judged.spread)),
            None => None,
        },
    }
}

/// Whether a time in the sort key makes each write an item of its own.
const fn grows(judged: &Judged<'_>) -> bool {
    let Some(sort) = &judged.key.key.sort else {
        return false;
    };
    let mut at = 0;
    while at < sort.segments.len() {
        if let Some(FieldKind::Time) = kind_of(judged.key.entity, sort.segments[at]) {
            return true;
        }
        at += 1;
    }
    false
}

/// Rounded up to one significant digit.
const fn one_digit(number: u64) -> u64 {
    let mut digits = 1;
    while number / digits >= 10 {
        digits *= 10;
    }
    number.div_ceil(digits) * digits
}

#[cfg(test)]
mod tests;
