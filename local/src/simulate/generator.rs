//! Generates the items of one entity under a load, with the values of their fields.

use keywright::key::{FieldKind, KeyValue, Timestamp};
use keywright::schema::{Bucket, EntitySchema, Field, Form, KeySchema, Segment, Template, TimeForm};

use super::Values;
use super::cost::Cost;
use super::item::Item;
use super::key_fields::{has_field, is_point_in_time, is_ttl};
use super::load::Traffic;
use super::mix::{Kind, Mix};
use super::request::{Pool, Request};
use super::settings::Simulation;
use super::top::{self, Top};
use super::values::Sampler;
use crate::Error;
use crate::hash::mix;
use crate::random::Random;

/// The number of values of a field in a partition key, unless the load sets it.
const POPULATION: u64 = 10_000;

const SECOND: u64 = 1_000_000_000;

/// The number of days, from the simulated one, over which due dates and other planned times are spread: 273 years.
const PLANNED_DAYS: u64 = 100_000;

const DAY: u64 = 86_400 * SECOND;

/// Generates the requests for items of one entity.
#[derive(Debug)]
pub(super) struct RequestGenerator {
    /// The entity's position among all entities.
    pub(super) number: u64,
    pub(super) entity: &'static EntitySchema,
    /// For each key, the index of its table or index.
    pub(super) places: Vec<usize>,
    /// For each unique field, the prefix of its sentinels' partition keys, and the fields whose values follow.
    pub(super) sentinels: Vec<(String, Vec<usize>)>,
    pub(super) costs: Vec<Cost>,
    /// The time of items that are created at 0.
    start: Timestamp,
    /// The sampler of each field.
    samplers: Vec<Sampler>,
    /// For each field, whether it is part of the table's key, which no update changes.
    is_fixed: Vec<bool>,
    /// For each field, whether it is a planned time, such as a due date. Its number counts days from the simulated
    /// time.
    is_planned: Vec<bool>,
    /// For each key, the fields that distinguish its sort keys, up to the first time in it.
    sort_fields: Vec<Vec<usize>>,
    /// The most popular key of the table and of indexes that declare their own share.
    tops: Vec<Top>,
    /// For each key, the most popular value of its reads, if their share is declared.
    read_tops: Vec<Option<Top>>,
    /// For each key, the share of the items that have an entry in it.
    shares: Vec<f64>,
    mix: Mix,
    in_transactions: f64,
    /// The share of the updates that move entries.
    moves: f64,
    pool: Option<Pool>,
    made: u64,
}

impl RequestGenerator {
    pub(super) fn new(
        number: usize,
        entity: &'static EntitySchema,
        traffic: &Traffic,
        settings: &Simulation,
    ) -> Result<Self, Error> {
        check(entity, traffic)?;
        let in_partition = |field: usize| entity.every_key().any(|key| has_field(&key.partition, field));
        let planned = top::planned_times(entity, traffic.top_share);
        let sampler = |(place, field): (usize, &Field)| match (field.kind, traffic.values.get(field.name)) {
            _ if planned.contains(&place) => Values::even(PLANNED_DAYS).sampler(),
            (_, Some(values)) => values.sampler(),
            (Some(FieldKind::OneOf(texts)), None) => Values::even(texts.len() as u64).sampler(),
            (_, None) if in_partition(place) => Values::even(POPULATION).sampler(),
            _ => Values::unique().sampler(),
        };
        let table = entity.keys.first();
        let samplers: Vec<Sampler> = entity.fields.iter().enumerate().map(sampler).collect();
        let is_fixed = |field| table.is_some_and(|key| templates(key).any(|template| has_field(template, field)));
        let sentinel = |(place, field): (usize, &Field)| {
            let within = field.unique?.within.iter().map(|within| usize::from(*within));
            Some((entity.sentinel_prefix(field), within.chain([place]).collect()))
        };
        let mix = Mix::new(entity, traffic);
        Ok(Self {
            number: number as u64,
            entity,
            places: entity.every_key().map(|key| settings.place(key.index)).collect(),
            sentinels: entity.fields.iter().enumerate().filter_map(sentinel).collect(),
            costs: Cost::by_size(entity, traffic)?,
            start: settings.origin(),
            tops: top::most_popular(entity, traffic.top_share, &samplers),
            read_tops: top::most_read(entity, traffic, &samplers),
            samplers,
            is_fixed: (0..entity.fields.len()).map(is_fixed).collect(),
            is_planned: (0..entity.fields.len()).map(|field| planned.contains(&field)).collect(),
            sort_fields: entity.every_key().map(|key| sort_fields(entity, key)).collect(),
            shares: entity.every_key().map(|key| share(key, traffic)).collect(),
            pool: mix.needs_items().then(Pool::default),
            mix,
            in_transactions: traffic.in_transactions,
            moves: traffic.moves,
            made: 0,
        })
    }

    /// Generates the next request, made at `at` nanoseconds by a writer with this turn.
    pub(super) fn request(&mut self, random: &mut Random, at: u64, turn: u32) -> Request {
        let kind = self.mix.draw(random);
        let is_transaction = self.in_transactions > 0.0 && !kind.is_read() && random.uniform() < self.in_transactions;
        let read_top = match kind {
            Kind::Get => self.read_top(0),
            Kind::Query(key) => self.read_top(key),
            _ => None,
        };
        let found = match (&self.pool, kind) {
            _ if read_top.is_some() => None,
            (Some(pool), Kind::Update | Kind::Get | Kind::Delete) => pool.any(random),
            _ => None,
        };
        let existing = found.and_then(|number| self.pool.as_mut()?.take(number, kind == Kind::Delete));
        let mut item = existing.unwrap_or_else(|| self.make(random, at, turn, read_top));
        let mut before = None;
        if kind == Kind::Update && self.entity.keys.len() > 1 && random.uniform() < self.moves {
            let moved = self.make(random, at, turn, None);
            before = Some(item.clone());
            item.moved = at;
            for ((draw, new), is_fixed) in item.draws.iter_mut().zip(moved.draws).zip(&self.is_fixed) {
                *draw = if *is_fixed { *draw } else { new };
            }
            if let (Some(pool), Some(number)) = (&mut self.pool, found) {
                pool.replace(number, item.clone());
            }
        }
        Request { kind, is_transaction, item, before }
    }

    /// Records that an item was created.
    pub(super) fn created(&mut self, item: &Item) {
        if let Some(pool) = &mut self.pool {
            pool.add(item.clone());
        }
    }

    /// Returns the position of a key whose reads have a share of their own.
    fn read_top(&self, key: usize) -> Option<usize> {
        self.read_tops.get(key)?.as_ref().map(|_| key)
    }

    /// Makes an item with the most popular values of the writes or, if `read_top` is a key, of its reads.
    fn make(&mut self, random: &mut Random, at: u64, turn: u32, read_top: Option<usize>) -> Item {
        let number = self.made;
        self.made = self.made.wrapping_add(1);
        let mut draws: Vec<u64> = self.samplers.iter().map(|sampler| sampler.draw(random, number)).collect();
        match read_top.and_then(|key| self.read_tops.get(key)?.as_ref()) {
            Some(top) => top.apply(random, &mut draws),
            None => self.tops.iter().for_each(|top| top.apply(random, &mut draws)),
        }
        let size = if self.costs.len() > 1 { random.below(self.costs.len() as u64) as usize } else { 0 };
        let mut absent = 0;
        for (key, share) in self.shares.iter().enumerate() {
            if *share < 1.0 && random.uniform() >= *share {
                absent |= bit(key);
            }
        }
        Item { at, moved: at, turn, draws, size, absent }
    }

    /// Returns whether an item has an entry for a key that has its own partitions.
    pub(super) fn is_entry(&self, item: &Item, key: usize) -> bool {
        let is_local = self.entity.key_at(key).is_some_and(|key| key.local);
        !is_local && item.absent & bit(key) == 0
    }

    pub(super) fn cost(&self, item: &Item) -> Option<&Cost> {
        self.costs.get(item.size)
    }

    /// Returns the number of a unique field's value.
    pub(super) fn draw(&self, item: &Item, field: usize) -> u64 {
        item.draws.get(field).copied().unwrap_or_default()
    }

    /// Returns the position of an item among the sort keys of its partition key. It is the first position for every
    /// item if the sort key follows the time.
    pub(super) fn sort_position(&self, item: &Item, key: usize) -> u64 {
        let fields = self.sort_fields.get(key).map_or(&[][..], Vec::as_slice);
        fields.iter().fold(0, |position, field| mix(position ^ mix(self.draw(item, *field).wrapping_add(1))))
    }

    /// Returns the time of an item in its keys.
    pub(super) fn time(&self, item: &Item) -> Timestamp {
        later(self.start, item.at)
    }

    /// Returns the time of a time field's value, in nanoseconds.
    fn time_of(&self, item: &Item, field: usize) -> u64 {
        let written = if self.is_fixed.get(field) == Some(&true) { item.at } else { item.moved };
        let days = if self.is_planned.get(field) == Some(&true) {
            item.draws.get(field).copied().unwrap_or_default()
        } else {
            0
        };
        written.saturating_add(days.saturating_mul(DAY))
    }

    /// Returns the value of a field.
    pub(super) fn value(&self, item: &Item, field: u8) -> Option<KeyValue<'static>> {
        let declared = self.entity.fields.get(usize::from(field))?;
        let number = item.draws.get(usize::from(field)).copied()?;
        Some(match declared.kind? {
            FieldKind::Text => {
                let letters = declared.name.chars().filter(char::is_ascii_alphanumeric);
                KeyValue::Text(letters.chain(number.to_string().chars()).collect::<String>().into())
            }
            FieldKind::FixedText(width) => {
                let width = usize::from(width);
                let text = format!("{number:0width$}");
                KeyValue::Text(text.get(text.len().saturating_sub(width)..).unwrap_or_default().to_owned().into())
            }
            FieldKind::Integer { .. } if is_ttl(declared) => {
                KeyValue::Integer(later(self.start, self.time_of(item, usize::from(field))).seconds.into())
            }
            FieldKind::Integer { digits, .. } => {
                let modulus = 10_u128.checked_pow(digits.into()).unwrap_or(u128::MAX);
                KeyValue::Integer((u128::from(number) % modulus).into())
            }
            FieldKind::OneOf(texts) => {
                let at = number.checked_rem(texts.len() as u64).unwrap_or_default();
                KeyValue::Text((*texts.get(at as usize)?).into())
            }
            FieldKind::Time | FieldKind::CivilTime => {
                KeyValue::Time(later(self.start, self.time_of(item, usize::from(field))))
            }
            FieldKind::Date => KeyValue::Text(later(self.start, self.time_of(item, usize::from(field))).date()?.into()),
            FieldKind::Binary => KeyValue::Binary(number.to_be_bytes().to_vec().into()),
        })
    }

    /// Adds numbers that are equal only for items with equal partition keys, apart from the shard.
    pub(super) fn fingerprint(&self, item: &Item, key: usize, into: &mut u128) {
        let segments = self.entity.key_at(key).map_or(&[][..], |key| key.partition.segments);
        for segment in segments {
            let Segment::Field { field, form, .. } = segment else { continue };
            let place = usize::from(*field);
            let is_time = self.entity.fields.get(place).is_some_and(is_point_in_time);
            push(into, if is_time { self.fingerprint_of_time(item, place, *form) } else { self.draw(item, place) });
        }
    }

    fn fingerprint_of_time(&self, item: &Item, field: usize, form: Form) -> u64 {
        let nanos = self.time_of(item, field);
        let seconds = later(self.start, nanos).seconds as u64;
        let field = self.entity.fields.get(field);
        let is_date = field.is_some_and(|field| field.kind == Some(FieldKind::Date));
        match form {
            _ if is_date => seconds / 86_400,
            // Longer buckets begin with a day, and all of them with a whole minute.
            Form::Bucket(Bucket::Minute) => seconds / 60,
            Form::Bucket(Bucket::Hour) => seconds / 3_600,
            Form::Bucket(_) => seconds / 86_400,
            Form::Time(TimeForm::Seconds | TimeForm::Epoch) => seconds,
            _ if field.is_some_and(is_ttl) => seconds,
            _ => nanos,
        }
    }
}

/// Adds a number to a fingerprint.
pub(super) fn push(into: &mut u128, number: u64) {
    let (high, low) = ((*into >> 64) as u64, *into as u64);
    let (high, low) = (mix(high ^ number ^ 0x9e37_79b9_7f4a_7c15), mix(low.wrapping_add(number).wrapping_add(1)));
    *into = (u128::from(high) << 64) | u128::from(low);
}

fn bit(key: usize) -> u32 {
    u32::try_from(key).ok().and_then(|key| 1_u32.checked_shl(key)).unwrap_or_default()
}

/// Rejects values and reads of fields or indexes that the entity does not have.
fn check(entity: &EntitySchema, traffic: &Traffic) -> Result<(), Error> {
    for name in traffic.values.keys() {
        if !entity.fields.iter().any(|field| field.name == name && field.kind.is_some()) {
            let reason = format_args!("`{}` has no key field `{name}` to give values", entity.name);
            return Err(Error::fault(reason, "name a field of one of its key templates"));
        }
    }
    for index in traffic.queries.keys().flatten() {
        if !entity.keys.iter().any(|key| key.index == Some(index.as_str())) {
            let reason = format_args!("`{}` is not in index {index}, which is queried", entity.name);
            return Err(Error::fault(reason, "name an index that it has a key in"));
        }
    }
    Ok(())
}

/// Returns the time that is this many nanoseconds later.
fn later(start: Timestamp, nanos: u64) -> Timestamp {
    let nanos = nanos.saturating_add(u64::from(start.nanos));
    let seconds = i64::try_from(nanos / SECOND).unwrap_or(i64::MAX);
    Timestamp { seconds: start.seconds.saturating_add(seconds), nanos: (nanos % SECOND) as u32 }
}

fn templates(key: &KeySchema) -> impl Iterator<Item = &Template> {
    std::iter::once(&key.partition).chain(&key.sort)
}

/// Returns the fields of a sort key up to the first time. These distribute the items of a partition key; the part after
/// a time rises with it.
fn sort_fields(entity: &EntitySchema, key: &KeySchema) -> Vec<usize> {
    let segments = key.sort.map_or(&[][..], |sort| sort.segments);
    let fields = segments.iter().filter_map(|segment| match segment {
        Segment::Field { field, .. } => Some(usize::from(*field)),
        _ => None,
    });
    fields.take_while(|field| entity.fields.get(*field).is_some_and(|field| !is_point_in_time(field))).collect()
}

/// Returns the share of an entity's items that have an entry for a key, according to the key's own peak.
fn share(key: &KeySchema, traffic: &Traffic) -> f64 {
    let writes = traffic.creates + traffic.updates + traffic.deletes;
    match (key.index, key.peak) {
        (Some(_), Some(peak)) if writes > 0.0 => (peak.writes_per_second() as f64 / writes).min(1.0),
        _ => 1.0,
    }
}
