//! Describes the reads of an entity, and their costs.

use keywright::{
    load::ReadUnits,
    physics::{
        capacity::{Consistency, read_units},
        fan_out::first_page,
        limits::{BATCH_GET_ITEMS, KB},
    },
    read::Estimate,
    schema::{EntitySchema, Field, Form, IndexProjection, KeySchema, PeakReads, Segment, ShardBy, Template},
};
use serde::Serialize;

use super::command::{self, page_items};
use crate::at_worst::AtWorst;
use crate::prices::{Amount, Prices};
use crate::template_text::{bucket_name, leading_literal, spelled_out};

/// The kind of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReadKind {
    /// One item by its key.
    Key,
    /// The sum of a counter over its shards.
    Total,
    /// The single item of a partition key, by a query.
    One,
    /// The items of one or more partition keys.
    Query,
}

/// A read and its cost.
#[derive(Debug, Clone, Serialize)]
pub struct Read {
    /// The kind of the read.
    pub kind: ReadKind,
    /// The question that the read answers, in words.
    pub question: String,
    /// The call in Rust.
    pub call: String,
    /// The command for the AWS command line. `<field>` is a placeholder for a value.
    pub command: String,
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// The partition keys that it reads.
    pub partition_key: String,
    /// The number of these partition keys, per bucket if there are buckets.
    pub lanes: u64,
    /// The bucket of time to which the number of lanes applies.
    pub per: Option<&'static str>,
    /// The number of requests of one round to one bucket. The round returns the newest items of a page (50 by default)
    /// with a probability of at least 99 %, if the lanes are even.
    pub requests: u64,
    /// Read capacity units of these requests, eventually consistent.
    pub rcu: f64,
    /// The most that a page of these items costs, of a query of one entity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_worst: Option<AtWorst>,
    /// `eventual`, or `eventual or strong`.
    pub consistency: &'static str,
    /// The declared reads per second of this kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads_per_second: Option<u64>,
    /// Read units per second of the declared reads, with their number of items and their consistency.
    #[serde(skip)]
    pub declared_rcu: Option<f64>,
    /// The cost of a million of these reads, if prices were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_per_million: Option<Amount>,
    /// The cost of a month of the declared reads at the entity's mean, if prices were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_per_month: Option<Amount>,
}

impl Read {
    pub(super) fn set_price(&mut self, prices: &Prices, mean: f64) {
        self.price_per_million = Some(prices.of_million(0.0, self.rcu));
        self.price_per_month = self.declared_rcu.map(|units| prices.monthly(0.0, units * mean));
    }

    /// Formats the number of lanes, such as `10 a day`.
    pub(super) fn describe_lanes(&self) -> String {
        match self.per {
            Some(bucket) => format!("{} a {bucket}", self.lanes),
            None => self.lanes.to_string(),
        }
    }
}

/// The declared reads of one kind.
#[derive(Clone, Copy)]
struct Declared {
    per_second: u64,
    /// Read units per second of all of them.
    rcu: f64,
}

impl Declared {
    /// Returns `None` if none are declared.
    fn of(
        entity: &EntitySchema,
        place: usize,
        rate: impl Fn(&PeakReads) -> u64,
        units: impl Fn(&ReadUnits) -> f64,
    ) -> Option<Self> {
        let reads = entity.declared_reads(place).filter(|reads| rate(reads) > 0)?;
        let each = units(&entity.read_units(place, &reads)?);
        Some(Self { per_second: rate(&reads), rcu: each * rate(&reads) as f64 })
    }
}

/// A part of an entity to read instead of the whole: the call that reads it, and whether the key at a position holds
/// it.
pub(super) type Part<'a> = (&'a str, fn(usize) -> bool);

/// Returns the reads of an entity, or of a part of it.
pub(super) fn reads(
    entity: &'static EntitySchema,
    item_bytes: u64,
    table_name: &str,
    part: Option<Part<'_>>,
    listed: &[&EntitySchema],
) -> Vec<Read> {
    let by_key = entity.keys.first().and_then(|key| by_key(entity, key, item_bytes, table_name, part));
    let totals = by_key
        .iter()
        .filter(|_| part.is_none())
        .flat_map(|by_key| counters(entity).map(|counter| total(entity, counter, by_key.clone(), item_bytes)));
    let totals: Vec<Read> = totals.collect();
    let held = (0..entity.keys.len()).filter(|place| part.is_none_or(|(_, holds)| holds(*place)));
    let queries = held.map(|place| {
        let read = query(entity, place, table_name, part);
        let items = if read.kind == ReadKind::One { 1 } else { page_items(&entity.keys[place]) };
        Read { at_worst: Some(AtWorst::of(entity, place, listed, items)), ..read }
    });
    by_key.into_iter().chain(totals).chain(queries).collect()
}

/// Describes the sum of a counter over the shards in which an item with this key can be.
fn total(entity: &'static EntitySchema, counter: &Field, by_key: Read, item_bytes: u64) -> Read {
    let call = counter_call(entity, counter);
    Read {
        kind: ReadKind::Total,
        question: format!("the total of `{}` of one `{}`", counter.name, entity.name),
        reads_per_second: None,
        declared_rcu: None,
        call: format!("table.total({call}).await?"),
        // Each shard contains an item.
        rcu: by_key.lanes as f64 * read_units(item_bytes, Consistency::Eventual),
        ..by_key
    }
}

/// Returns the counters of an entity.
pub(super) fn counters(entity: &'static EntitySchema) -> impl Iterator<Item = &'static Field> {
    entity.fields.iter().filter(|field| field.is_counter())
}

/// Returns the call that selects a counter.
pub(super) fn counter_call(entity: &'static EntitySchema, counter: &Field) -> String {
    let arguments = entity.keys.first().map(|key| key_arguments(entity, key).join(", ")).unwrap_or_default();
    format!("{}::{}({arguments})", entity.name, counter.name)
}

/// Describes the read of one item by its key. It cannot find a part of an item in a random shard.
fn by_key(
    entity: &'static EntitySchema,
    key: &'static KeySchema,
    item_bytes: u64,
    table_name: &str,
    part: Option<Part<'_>>,
) -> Option<Read> {
    let shards = key.shard.map_or(1, |shard| u64::from(shard.last_count()));
    let random = matches!(key.shard.map(|shard| shard.by), Some(ShardBy::Random));
    let arguments = key_arguments(entity, key).join(", ");
    let project = part.map_or("", |(project, _)| project);
    let (call, lanes) = match random {
        true if part.is_some() => return None,
        true => (format!("{}::find({arguments}).send(&table).await?", entity.name), shards),
        false => (format!("table.get({}::key({arguments})){project}.await?", entity.name), 1),
    };
    let declared = Declared::of(entity, 0, |reads| reads.gets, |units| units.get).filter(|_| part.is_none());
    Some(Read {
        kind: ReadKind::Key,
        question: format!("one `{}` by its key", entity.name),
        call,
        command: command::get_item(entity, key, table_name),
        index: None,
        partition_key: spelled_out(entity, &key.partition),
        lanes,
        per: None,
        requests: lanes.div_ceil(BATCH_GET_ITEMS as u64),
        // A read of a shard without the item costs the minimum of a read.
        rcu: read_units(item_bytes, Consistency::Eventual)
            + lanes.saturating_sub(1) as f64 * read_units(0, Consistency::Eventual),
        at_worst: None,
        consistency: consistency(key),
        reads_per_second: declared.map(|declared| declared.per_second),
        declared_rcu: declared.map(|declared| declared.rcu),
        price_per_million: None,
        price_per_month: None,
    })
}

/// Returns the possible consistency of reads by a key. Reads of a global index are never strongly consistent.
pub(super) fn consistency(key: &KeySchema) -> &'static str {
    if key.index.is_some() && !key.local { "eventual" } else { "eventual or strong" }
}

fn query(entity: &'static EntitySchema, place: usize, table_name: &str, part: Option<Part<'_>>) -> Read {
    let key = &entity.keys[place];
    let lanes = key.lanes_per_bucket();
    let entry_bytes = entity.entry_bytes(place);
    let is_one = is_one(key);
    let items = if is_one { 1 } else { first_page(page_items(key), lanes, entry_bytes.unwrap_or(0)) };
    let estimate = Estimate::of(lanes, Some(items), entry_bytes.unwrap_or(KB), Consistency::Eventual);
    let arguments = partition_arguments(entity, key);
    let ordered = key.sort.filter(|sort| fields(sort).next().is_some());
    let order = ordered.map_or_else(String::new, |sort| format!(", in the order of `{}`", sort.source));
    let (given, arguments) = (given(&arguments), arguments.join(", "));
    let declared = Declared::of(entity, place, |reads| reads.queries, |units| units.query).filter(|_| part.is_none());
    let (question, page) = match is_one {
        true => (format!("the `{}`{given}, by a query", entity.name), String::new()),
        false => {
            (format!("every `{}`{given}{order}", entity.name), format!(".newest_first().limit({})", page_items(key)))
        }
    };
    Read {
        kind: if is_one { ReadKind::One } else { ReadKind::Query },
        question,
        call: format!(
            "{}::{}({arguments}){}{page}{}.send(&table).await?",
            entity.name,
            key.query,
            range(key),
            part.map_or_else(|| whole(entity, key), |(project, _)| project)
        ),
        command: command::query(entity, key, table_name, key.sort.as_ref().map_or("", leading_literal)),
        index: key.index,
        partition_key: spelled_out(entity, &key.partition),
        lanes,
        per: bucket(key).map(|(_, name)| name),
        requests: estimate.requests,
        rcu: estimate.max_read_units,
        at_worst: None,
        consistency: consistency(key),
        reads_per_second: declared.map(|declared| declared.per_second),
        declared_rcu: declared.map(|declared| declared.rcu),
        price_per_million: None,
        price_per_month: None,
    }
}

/// Returns whether a partition key contains at most one item of the entity. A query is then equivalent to a get.
fn is_one(key: &KeySchema) -> bool {
    key.index.is_none()
        && key.shard.is_none()
        && key.legacy.is_empty()
        && bucket(key).is_none()
        && key.sort.iter().flat_map(fields).next().is_none()
}

/// Formats the arguments of a question, such as ` of one order and item`.
pub(super) fn given(arguments: &[&str]) -> String {
    match arguments {
        [] => String::new(),
        [only] => format!(" of one {only}"),
        [first @ .., last] => format!(" of one {} and {last}", first.join(", ")),
    }
}

/// Returns the part of the call that selects its buckets.
fn range(key: &KeySchema) -> &'static str {
    let leading = key.sort.and_then(|sort| fields(&sort).next());
    match bucket(key) {
        None => "",
        Some((field, _)) if leading == Some(field) => ".between(from..to)",
        Some(_) => ".during(from..to)",
    }
}

/// Returns the part of a collection's call that selects its buckets.
pub(super) fn during(key: &KeySchema) -> &'static str {
    if bucket(key).is_some() { ".during(from..to)" } else { "" }
}

/// Returns the part of the call that reads only keys from an index that holds a part of each item.
fn whole(entity: &EntitySchema, key: &KeySchema) -> &'static str {
    match key.index.and_then(|name| entity.table.index(name)) {
        Some(index) if index.projection != IndexProjection::All => ".keys()",
        _ => "",
    }
}

/// Returns the bucket's field, and its name.
pub(super) fn bucket(key: &KeySchema) -> Option<(u8, &'static str)> {
    key.partition.segments.iter().find_map(|segment| match segment {
        Segment::Field { field, form: Form::Bucket(bucket), .. } => Some((*field, bucket_name(*bucket))),
        _ => None,
    })
}

fn fields(template: &Template) -> impl Iterator<Item = u8> {
    template.segments.iter().filter_map(|segment| match segment {
        Segment::Field { field, .. } => Some(*field),
        _ => None,
    })
}

pub(super) fn partition_arguments(entity: &EntitySchema, key: &KeySchema) -> Vec<&'static str> {
    let bucket = bucket(key).map(|(field, _)| field);
    names(entity, fields(&key.partition).filter(|field| Some(*field) != bucket))
}

pub(super) fn key_arguments(entity: &EntitySchema, key: &KeySchema) -> Vec<&'static str> {
    let hashed = match key.shard.map(|shard| shard.by) {
        Some(ShardBy::Hash { fields, .. }) => fields,
        _ => &[],
    };
    let sort = key.sort.iter().flat_map(fields).collect::<Vec<_>>();
    names(entity, fields(&key.partition).chain(sort).chain(hashed.iter().copied()))
}

/// Returns the fields' names without duplicates.
fn names(entity: &EntitySchema, fields: impl Iterator<Item = u8>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in fields.map(|field| entity.fields[usize::from(field)].name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
