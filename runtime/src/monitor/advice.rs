//! Advice for a hot key.

use super::{Capacity, fleet::Fleet};
use crate::{
    check::{renewed_each, spread_of, ways_to_shard},
    physics::{
        placement,
        shards::{DEFAULT_TARGET, MOST_SHARDS, shards_for},
    },
    schema::{EntitySchema, Field, Form, Segment, Template},
};

/// The number of shards, if shards help, and the advice as text.
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

/// The load on one partition key.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyLoad {
    pub(super) capacity: Capacity,
    /// Counted units per second.
    pub(super) rate: f64,
    /// Units per request.
    pub(super) units: f64,
    /// The number of counted processes, and of all processes.
    pub(super) fleet: Fleet,
}

impl KeyLoad {
    /// The rate in all processes, or the counted rate if their number is not known.
    fn fleet_rate(&self) -> f64 {
        self.rate * self.fleet.scale()
    }

    /// Returns the advice if `subject` serves the load. Says that no change is needed only if this is the load of all
    /// processes.
    fn carried_by(&self, subject: &str) -> Advice {
        Advice::without_shards(match self.fleet.all() {
            None => format!("{subject} what this process requests; {ASK_FOR_PROCESSES}"),
            Some(1) => format!("{subject} it: nothing to do unless it grows"),
            Some(all) => format!("{subject} what all {all} processes request: nothing to do unless it grows"),
        })
    }

    /// A suffix for the advice if the load exceeds a partition's limit.
    fn scope(&self) -> String {
        match self.fleet.all() {
            None => format!("; this counts only one process: {ASK_FOR_PROCESSES}"),
            Some(_) => String::new(),
        }
    }
}

/// Asks for information if only the count of one process is known.
const ASK_FOR_PROCESSES: &str = "set the monitor's number of `processes`";

/// Returns the advice for one value of the entity's partition key at position `place`.
pub(super) fn advice(entity: &EntitySchema, place: usize, load: &KeyLoad) -> Advice {
    match load.capacity {
        Capacity::Read => for_reads(load),
        Capacity::Write => for_writes(entity, place, load),
    }
}

fn for_reads(load: &KeyLoad) -> Advice {
    let limit = Capacity::Read.limit();
    if load.fleet_rate() < limit as f64 {
        return load.carried_by("one partition serves");
    }
    Advice::without_shards(format!(
        "one key serves {limit} RCU/s, and shards do not help a query, which reads all of them: cache the items, read \
         fewer of them, or use eventually consistent reads at half the cost"
    ))
}

fn for_writes(entity: &EntitySchema, place: usize, load: &KeyLoad) -> Advice {
    let units = load.units.max(1.0);
    // Shards that are chosen at random or by the fields of an item have equal loads.
    let shards = spread_of(entity, place).max(1);
    let writes = (load.fleet_rate() / units * shards as f64).ceil() as u64;
    let wanted = shards_for(writes, units.ceil() as u64, DEFAULT_TARGET);
    if wanted <= shards {
        return match shards {
            1 => load.carried_by("one partition carries"),
            _ => load.carried_by(&format!("its {shards} shards carry")),
        };
    }
    // A counter's shards are items of their own, whose sum is the count.
    if place == 0 && is_one_item(entity) && !entity.fields.iter().any(Field::is_counter) {
        return Advice::without_shards(
            "the key belongs to one item, which shards cannot divide: combine several changes into one write, or split \
             the item",
        );
    }
    let roll_over = for_roll_over(entity, place, writes.saturating_mul(units.ceil() as u64), wanted);
    let (wanted, roll_over) = roll_over.unwrap_or((wanted, String::new()));
    let ways = ways_to_shard(entity, place, wanted).map(|text| join_lines(text.as_str())).unwrap_or_default();
    let shards = (wanted <= MOST_SHARDS && ways.contains("shard(")).then_some(wanted);
    let fields = varying(entity, place);
    let text = match (shards, fields.is_empty()) {
        (Some(_), false) => format!(
            "it is one value of {}: limit its rate, or give every value {wanted} shards, all of which a read visits: \
             {ways}",
            fields.join(", ")
        ),
        _ => ways,
    };
    Advice { shards, text: text + &roll_over + &load.scope() }
}

/// If time makes new keys, which may share partitions at first: returns the number of shards that the compiler would
/// ask for, at least `least`, with the warm throughput for them.
fn for_roll_over(entity: &EntitySchema, place: usize, units: u64, least: u64) -> Option<(u64, String)> {
    let span = renewed_each(entity, place)?;
    let [fewest, twice, _] = placement::pairs(units, least, entity.table.quota);
    let pair = twice.or(fewest)?;
    let (warm, quota) = (pair.warm_write_units(), entity.table.quota);
    let above = if warm > quota { format!(", above the quota of {quota}") } else { String::new() };
    let text = format!(
        "; each {} has new keys, which may share partitions: request {warm} WCU/s of warm throughput{above}",
        span.noun()
    );
    Some((pair.shards, text))
}

/// Whether each value of the table's partition key has only one item.
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
    template.segments.iter().any(|segment| match segment {
        Segment::Field { field, form: Form::Default | Form::Plain | Form::Width(_), .. } => *field == wanted,
        _ => false,
    })
}

/// The fields of the partition key that have many values and are not time buckets. A hot key is one of their values.
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

/// Joins the lines `fix` and `or` of a compiler message into one: code in backticks, and its explanation in
/// parentheses.
fn join_lines(lines: &str) -> String {
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
