//! Generated designs, stores and queries for the property tests of pages.

use std::ops::Bound;

use proptest::prelude::*;

use crate::{
    key::{KeyValue, Timestamp, range::ValueRange},
    read::{
        Plan,
        direction::Direction,
        paging::Aim,
        spec::QuerySpec,
        testing::{AT, Design, DriveResult, Item, OlderKeys, Parts, START, Store, at, brand, drive_with, field_range},
    },
    schema::{Bucket, Form, TimeForm},
};

pub(super) const HOUR: i64 = 3_600;
pub(super) const NOW: Timestamp = Timestamp { seconds: START + 4 * 24 * HOUR, nanos: 0 };

pub(super) fn design() -> impl Strategy<Value = Design> {
    let bucket = prop_oneof![
        Just(None),
        Just(Some(Bucket::Hour)),
        Just(Some(Bucket::Day)),
        Just(Some(Bucket::Week)),
        Just(Some(Bucket::Month)),
    ];
    let parts = prop_oneof![
        Just(Parts::AtId(Form::Default)),
        Just(Parts::AtId(Form::Time(TimeForm::Seconds))),
        Just(Parts::AtId(Form::Bucket(Bucket::Hour))),
        Just(Parts::AtId(Form::Bucket(Bucket::Month))),
        Just(Parts::IdAt),
        Just(Parts::At(Form::Time(TimeForm::Seconds))),
        Just(Parts::At(Form::Bucket(Bucket::Day))),
    ];
    let older = prop_oneof![
        2 => Just(OlderKeys::None),
        1 => Just(OlderKeys::Plain),
        1 => Just(OlderKeys::Monthly),
        1 => Just(OlderKeys::Hourly),
        2 => Just(OlderKeys::Both),
    ];
    let shards = prop_oneof![Just(None), (2..5_u32).prop_map(Some)];
    let instant = || time().prop_map(|(seconds, nanos)| Timestamp { seconds: START + seconds, nanos });
    let grow = prop::option::of((instant(), 5..8_u32));
    let times = (prop::option::of(instant()), grow, prop::option::of(instant()));
    (bucket, shards, parts, older, times, any::<bool>()).prop_map(|(bucket, shards, parts, older, times, is_index)| {
        Design {
            bucket,
            shards,
            parts,
            older,
            until: times.0,
            since: times.2,
            grow: times.1,
            // Items that share a sort key are one item, except on an index.
            is_index: is_index || matches!(parts, Parts::At(_)),
            retention: Some(5 * 24 * 3_600),
        }
    })
}

/// Generates times in three days, dense enough that many are equal, some only up to the second.
pub(super) fn time() -> impl Strategy<Value = (i64, u32)> {
    (0..24_i64, prop_oneof![Just(0), Just(1), Just(500_000_000)]).prop_map(|(step, nanos)| (step * 3 * HOUR, nanos))
}

pub(super) fn bound() -> impl Strategy<Value = Bound<KeyValue<'static>>> {
    let value = || time().prop_map(|(seconds, nanos)| at(seconds, nanos));
    prop_oneof![Just(Bound::Unbounded), value().prop_map(Bound::Included), value().prop_map(Bound::Excluded)]
}

pub(super) fn range() -> impl Strategy<Value = ValueRange> {
    (bound(), bound()).prop_map(|(lower, upper)| field_range(lower, upper))
}

#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) time: (i64, u32),
    pub(super) is_foreign: bool,
    pub(super) older: bool,
    /// Whether the other generation has a copy of it.
    pub(super) is_copied: bool,
    pub(super) spread: u32,
}

pub(super) fn written() -> impl Strategy<Value = Vec<Written>> {
    let one = (time(), prop::bool::weighted(0.2), any::<bool>(), prop::bool::weighted(0.3), 0..8_u32).prop_map(
        |(time, is_foreign, older, is_copied, spread)| Written { time, is_foreign, older, is_copied, spread },
    );
    prop::collection::vec(one, 0..40)
}

pub(super) fn store(design: &Design, written: &[Written], page: usize) -> Store {
    filled(design, written, Service { page, ..Service::default() })
}

/// The behaviour of a store in addition to storing items.
#[derive(Debug, Clone, Copy)]
pub(super) struct Service {
    /// The maximum number of items of an answer.
    pub(super) page: usize,
    pub(super) filters: bool,
    /// Whether most items are in the first shard.
    pub(super) is_skewed: bool,
}

impl Default for Service {
    fn default() -> Self {
        Self { page: 1_000, filters: false, is_skewed: false }
    }
}

pub(super) fn service() -> impl Strategy<Value = Service> {
    (1..6_usize, prop::bool::weighted(0.3), prop::bool::weighted(0.3)).prop_map(|(page, filters, is_skewed)| Service {
        page,
        filters,
        is_skewed,
    })
}

pub(super) fn filled(design: &Design, written: &[Written], service: Service) -> Store {
    let schema = design.schema();
    let mut store = Store::new(service.page);
    store.filters = service.filters;
    for (number, one) in written.iter().enumerate() {
        let spread = if service.is_skewed { one.spread / 7 } else { one.spread };
        let time = Timestamp { seconds: START + one.time.0, nanos: one.time.1 };
        // A random order of the ids, so that equal sort keys on an index have an order that does not follow from any
        // key.
        let id = format!("id-{}", (number * 7_919) % 1_009);
        store.put(schema, design.key(), (time, &id, one.is_foreign), one.older, spread);
        // On an index an item has one key.
        if one.is_copied && design.older != OlderKeys::None && !design.is_index {
            store.put(schema, design.key(), (time, &id, one.is_foreign), !one.older, spread);
            store.put(schema, design.key(), (time, &id, one.is_foreign), true, spread + 5);
        }
    }
    store
}

pub(super) fn spec(design: &Design, range: &ValueRange, direction: Direction) -> QuerySpec {
    let mut spec = QuerySpec::new();
    spec.partition.push(brand());
    spec.direction = direction;
    match design.parts {
        Parts::IdAt => spec.during = range.clone(),
        Parts::AtId(_) | Parts::At(_) => spec.range = range.clone(),
    }
    spec
}

pub(super) fn plan(design: &Design, spec: &QuerySpec) -> Plan {
    Plan::new(design.schema(), design.key(), spec, NOW).unwrap()
}

/// Returns the answer by its definition: the matching items in the order (sort key, lane rank, DynamoDB's order).
pub(super) fn expected(design: &Design, store: &Store, plan: &Plan, range: &ValueRange) -> Vec<Item> {
    let ranged = design.bucket.is_some() || design.older_has_buckets() || design.parts != Parts::IdAt;
    let matches = |item: &&Item| {
        !item.is_foreign && (!store.filters || item.passes) && (!ranged || range.contains(&item.value(AT).unwrap()))
    };
    let age =
        |item: &Item| ["T#", "OLD#", "OLDER#"].iter().position(|key| item.partition.as_s().unwrap().starts_with(key));
    let is_superseded = |item: &&Item| {
        let is_newer = |other: &Item| age(other) < age(item) && other.sort == item.sort && other.id == item.id;
        design.identifies_items() && store.items().any(is_newer)
    };
    let groups: Vec<_> = plan.groups().collect();
    let mut found: Vec<(usize, usize, Item)> = Vec::new();
    for item in store.items().filter(matches).filter(|item| !is_superseded(item)) {
        let lanes = groups.iter().flat_map(|group| group.lanes.iter().enumerate());
        let ranks: Vec<usize> = lanes
            .filter(|(_, lane)| lane.partition == item.partition && lane.interval.contains(&item.sort))
            .map(|(rank, _)| rank)
            .collect();
        assert_eq!(ranks.len(), 1, "each item is read in one lane: {item:?}");
        let place = store.lane(&item.partition, plan.direction).iter().position(|other| *other == item).unwrap();
        found.push((ranks[0], place, item.clone()));
    }
    found.sort_by(|a, b| {
        let by_key = a.2.sort.cmp(&b.2.sort);
        let by_key = if plan.direction == Direction::Descending { by_key.reverse() } else { by_key };
        by_key.then_with(|| (a.0, a.1).cmp(&(b.0, b.1)))
    });
    found.into_iter().map(|(_, _, item)| item).collect()
}

impl Design {
    /// Whether a sort key identifies an item in all generations.
    pub(super) fn identifies_items(&self) -> bool {
        let is_unambiguous = match (self.bucket, self.parts) {
            (Some(bucket), Parts::AtId(Form::Bucket(form))) => {
                form <= bucket && (form, bucket) != (Bucket::Month, Bucket::Week)
            }
            _ => true,
        };
        !self.is_index && self.shards.is_none() && is_unambiguous
    }

    pub(super) fn older_has_buckets(&self) -> bool {
        matches!(self.older, OlderKeys::Monthly | OlderKeys::Hourly | OlderKeys::Both)
    }
}

/// The settings that change the requests but not the answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct RequestSettings {
    pub(super) prefetch: usize,
    pub(super) in_flight: usize,
    pub(super) items_per_request: Option<usize>,
    pub(super) seed: u64,
}

pub(super) fn knobs() -> impl Strategy<Value = RequestSettings> {
    (0..4_usize, 1..20_usize, prop::option::of(1..9_usize), 0..1_000_u64).prop_map(
        |(prefetch, in_flight, items_per_request, seed)| RequestSettings {
            prefetch,
            in_flight,
            items_per_request,
            seed,
        },
    )
}

impl RequestSettings {
    pub(super) fn turned(&self, mut spec: QuerySpec) -> QuerySpec {
        (spec.prefetch, spec.in_flight) = (self.prefetch, self.in_flight);
        spec.items_per_request = self.items_per_request;
        spec
    }

    pub(super) fn drive(&self, plan: Plan, store: &Store, aim: Aim) -> DriveResult {
        drive_with(plan, store, aim, |_, _| false, self.seed)
    }
}

pub(super) fn direction() -> impl Strategy<Value = Direction> {
    prop_oneof![Just(Direction::Ascending), Just(Direction::Descending)]
}
