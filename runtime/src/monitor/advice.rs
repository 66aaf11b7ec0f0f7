//! What to do about a key that is asked for so often.

use super::Capacity;
use crate::{
    check::{spread_of, ways_to_shard},
    physics::shards::{DEFAULT_TARGET, MOST_SHARDS, shards_for},
    schema::{EntitySchema, Form, Segment, Template},
};

/// A count of shards, where that is the way out, and the ways in words.
#[derive(Debug, PartialEq)]
pub(super) struct Advice {
    pub(super) shards: Option<u64>,
    pub(super) text: String,
}

impl Advice {
    fn without_shards(text: impl Into<String>) -> Self {
        Self { shards: None, text: text.into() }
    }
}

/// The advice for one partition key of the entity's key at `place`, which has `rate` units a second in requests of
/// `units` each.
pub(super) fn advice(entity: &EntitySchema, place: usize, capacity: Capacity, rate: f64, units: f64) -> Advice {
    match capacity {
        Capacity::Read => for_reads(rate),
        Capacity::Write => for_writes(entity, place, rate, units),
    }
}

fn for_reads(rate: f64) -> Advice {
    let limit = Capacity::Read.limit();
    if rate < Capacity::Read.limit() as f64 {
        return Advice::without_shards(format!("one key serves {limit} RCU/s: nothing to do unless it grows"));
    }
    Advice::without_shards(format!(
        "one key serves {limit} RCU/s, and shards do not help a query, which asks all of them: cache what is read, read \
         fewer items, or read eventually consistent at half the price"
    ))
}

fn for_writes(entity: &EntitySchema, place: usize, rate: f64, units: f64) -> Advice {
    let units = units.max(1.0);
    // Shards that an item's own fields or chance decide are loaded alike.
    let shards = spread_of(entity, place).max(1);
    let writes = (rate / units * shards as f64).ceil() as u64;
    let wanted = shards_for(writes, units.ceil() as u64, DEFAULT_TARGET);
    if wanted <= shards {
        let text = match shards {
            1 => "one partition carries it: nothing to do unless it grows".into(),
            _ => format!("its {shards} shards carry it: nothing to do unless it grows"),
        };
        return Advice::without_shards(text);
    }
    if place == 0 && is_one_item(entity) {
        return Advice::without_shards(
            "the key is that of one item, which no number of shards divides: write it less often, by gathering changes, \
             or divide the item",
        );
    }
    let ways = ways_to_shard(entity, place, wanted).map(|text| in_one_line(text.as_str())).unwrap_or_default();
    let shards = (wanted <= MOST_SHARDS && ways.contains("shard(")).then_some(wanted);
    let fields = varying(entity, place);
    let text = match (shards, fields.is_empty()) {
        (Some(_), false) => format!(
            "it is one value of {}: slow that one down, or give every value {wanted} shards, which each read of one asks: {ways}",
            fields.join(", ")
        ),
        _ => ways,
    };
    Advice { shards, text }
}

/// Whether the table's partition key tells items apart, so that each of its values is one item.
fn is_one_item(entity: &EntitySchema) -> bool {
    let Some(key) = entity.keys.first() else { return false };
    let fields = key.sort.map_or(&[][..], |sort| sort.segments);
    key.shard.is_none()
        && fields.iter().all(|segment| match segment {
            Segment::Field { field, .. } => holds_whole(&key.partition, *field),
            _ => true,
        })
}

fn holds_whole(template: &Template, wanted: u8) -> bool {
    template.segments.iter().any(|segment| {
        matches!(segment, Segment::Field { field, form: Form::Default | Form::Plain | Form::Width(_), .. } if *field == wanted)
    })
}

/// The fields of the partition key that have more than a few values and are no bucket of a time: a hot key is one of
/// these values.
fn varying(entity: &EntitySchema, place: usize) -> Vec<String> {
    let segments = entity.keys.get(place).map_or(&[][..], |key| key.partition.segments);
    let fields = segments.iter().filter_map(|segment| match segment {
        Segment::Field { form: Form::Bucket(_), .. } => None,
        Segment::Field { field, .. } => entity.fields.get(usize::from(*field)),
        _ => None,
    });
    let mut names: Vec<_> = fields.map(|field| format!("`{}`", field.name)).collect();
    names.dedup();
    names
}

/// The lines `fix` and `or` of a compiler's message as one: code in backticks, and what it means in parentheses.
fn in_one_line(lines: &str) -> String {
    let ways = lines.lines().filter_map(|line| {
        let (_, way) = line.trim().split_once(' ')?;
        let way = way.trim();
        Some(match way.split_once("  ") {
            Some((code, note)) => format!("`{}` ({})", code.trim(), note.trim()),
            None if way.starts_with('#') => format!("`{way}`"),
            None => way.to_owned(),
        })
    });
    ways.collect::<Vec<_>>().join(", or ")
}

#[cfg(test)]
mod tests;
