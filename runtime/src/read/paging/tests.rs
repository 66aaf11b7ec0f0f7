#[cfg(feature = "client")]
mod filters;

use std::{ops::Bound, sync::Arc};

use proptest::prelude::*;

use super::{Aim, Ask, Fetched, Paging, Reached, Sift, Sifted, Step};
use crate::{
    Result,
    key::{ItemKey, KeyScalar, KeyValue, Timestamp, range::ValueRange},
    read::{
        Plan,
        cursor::Cursor,
        direction::Direction,
        lane::Lane,
        merge::Entry,
        spec::QuerySpec,
        testing::{
            AT, Design, Driven, Item, OlderKeys, Parts, START, Store, at, brand, drive, drive_with, field_range,
        },
    },
    schema::{Bucket, Form, TimeForm},
};

const HOUR: i64 = 3_600;
const NOW: Timestamp = Timestamp { seconds: START + 4 * 24 * HOUR, nanos: 0 };

fn design() -> impl Strategy<Value = Design> {
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
    let times = (prop::option::of(instant()), grow);
    (bucket, shards, parts, older, times, any::<bool>()).prop_map(|(bucket, shards, parts, older, times, is_index)| {
        Design {
            bucket,
            shards,
            parts,
            older,
            until: times.0,
            grow: times.1,
            // Items that share a sort key are one item, except on an index.
            is_index: is_index || matches!(parts, Parts::At(_)),
            retention: Some(5 * 24 * 3_600),
        }
    })
}

/// Times in three days, dense enough that many are equal, some only up to the second.
fn time() -> impl Strategy<Value = (i64, u32)> {
    (0..24_i64, prop_oneof![Just(0), Just(1), Just(500_000_000)]).prop_map(|(step, nanos)| (step * 3 * HOUR, nanos))
}

fn bound() -> impl Strategy<Value = Bound<KeyValue<'static>>> {
    let value = || time().prop_map(|(seconds, nanos)| at(seconds, nanos));
    prop_oneof![Just(Bound::Unbounded), value().prop_map(Bound::Included), value().prop_map(Bound::Excluded)]
}

fn range() -> impl Strategy<Value = ValueRange> {
    (bound(), bound()).prop_map(|(lower, upper)| field_range(lower, upper))
}

#[derive(Debug, Clone)]
struct Written {
    time: (i64, u32),
    is_foreign: bool,
    older: bool,
    /// Whether the other generation has it too.
    is_copied: bool,
    spread: u32,
}

fn written() -> impl Strategy<Value = Vec<Written>> {
    let one = (time(), prop::bool::weighted(0.2), any::<bool>(), prop::bool::weighted(0.3), 0..8_u32).prop_map(
        |(time, is_foreign, older, is_copied, spread)| Written { time, is_foreign, older, is_copied, spread },
    );
    prop::collection::vec(one, 0..40)
}

fn store(design: &Design, written: &[Written], page: usize) -> Store {
    filled(design, written, Service { page, ..Service::default() })
}

/// What a store does beyond keeping items.
#[derive(Debug, Clone, Copy)]
struct Service {
    /// The items of an answer at most.
    page: usize,
    filters: bool,
    /// Whether most items are in the first shard.
    is_skewed: bool,
}

impl Default for Service {
    fn default() -> Self {
        Self { page: 1_000, filters: false, is_skewed: false }
    }
}

fn service() -> impl Strategy<Value = Service> {
    (1..6_usize, prop::bool::weighted(0.3), prop::bool::weighted(0.3)).prop_map(|(page, filters, is_skewed)| Service {
        page,
        filters,
        is_skewed,
    })
}

fn filled(design: &Design, written: &[Written], service: Service) -> Store {
    let schema = design.schema();
    let mut store = Store::new(service.page);
    store.filters = service.filters;
    for (number, one) in written.iter().enumerate() {
        let spread = if service.is_skewed { one.spread / 7 } else { one.spread };
        let time = Timestamp { seconds: START + one.time.0, nanos: one.time.1 };
        // A random order of the ids, so that ties on an index come in an order that no key tells.
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

fn spec(design: &Design, range: &ValueRange, direction: Direction) -> QuerySpec {
    let mut spec = QuerySpec::new();
    spec.partition.push(brand());
    spec.direction = direction;
    match design.parts {
        Parts::IdAt => spec.during = range.clone(),
        Parts::AtId(_) | Parts::At(_) => spec.range = range.clone(),
    }
    spec
}

fn plan(design: &Design, spec: &QuerySpec) -> Plan {
    Plan::new(design.schema(), design.key(), spec, NOW).unwrap()
}

/// The answer by its definition: what matches, in the order of (sort key, lane rank, the service's order).
fn expected(design: &Design, store: &Store, plan: &Plan, range: &ValueRange) -> Vec<Item> {
    let ranged = design.bucket.is_some() || design.older_has_buckets() || design.parts != Parts::IdAt;
    let matches = |item: &&Item| {
        !item.is_foreign && (!store.filters || item.passes) && (!ranged || range.contains(&item.value(AT).unwrap()))
    };
    let age =
        |item: &Item| ["T#", "OLD#", "OLDER#"].iter().position(|key| item.partition.as_s().unwrap().starts_with(key));
    let is_superseded = |item: &&Item| {
        let is_newer = |other: &Item| age(other) < age(item) && other.sort == item.sort && other.id == item.id;
        design.tells_items_apart() && store.items().any(is_newer)
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
    /// Whether a sort key says, in all generations, which item it is.
    fn tells_items_apart(&self) -> bool {
        let is_told = match (self.bucket, self.parts) {
            (Some(bucket), Parts::AtId(Form::Bucket(form))) => {
                form <= bucket && (form, bucket) != (Bucket::Month, Bucket::Week)
            }
            _ => true,
        };
        !self.is_index && self.shards.is_none() && is_told
    }

    fn older_has_buckets(&self) -> bool {
        matches!(self.older, OlderKeys::Monthly | OlderKeys::Hourly | OlderKeys::Both)
    }
}

/// What changes the requests and not the answer.
#[derive(Debug, Clone, Copy)]
struct Knobs {
    prefetch: usize,
    in_flight: usize,
    items_per_request: Option<usize>,
    seed: u64,
}

fn knobs() -> impl Strategy<Value = Knobs> {
    (0..4_usize, 1..20_usize, prop::option::of(1..9_usize), 0..1_000_u64).prop_map(
        |(prefetch, in_flight, items_per_request, seed)| Knobs { prefetch, in_flight, items_per_request, seed },
    )
}

impl Knobs {
    fn turned(&self, mut spec: QuerySpec) -> QuerySpec {
        (spec.prefetch, spec.in_flight) = (self.prefetch, self.in_flight);
        spec.items_per_request = self.items_per_request;
        spec
    }

    fn drive(&self, plan: Plan, store: &Store, aim: Aim) -> Driven {
        drive_with(plan, store, aim, |_, _| false, self.seed)
    }
}

fn direction() -> impl Strategy<Value = Direction> {
    prop_oneof![Just(Direction::Ascending), Just(Direction::Descending)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_whole_answer_is_the_one_by_definition(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
    ) {
        let store = filled(&design, &written, service);
        let spec = knobs.turned(spec(&design, &range, direction));
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        let driven = knobs.drive(plan(&design, &spec), &store, Aim::Stream);
        prop_assert_eq!(driven.items, expected);
    }

    #[test]
    fn a_count_takes_every_item_once(
        design in design(),
        written in written(),
        range in range(),
        service in service(),
        knobs in knobs(),
    ) {
        let store = filled(&design, &written, service);
        let spec = knobs.turned(spec(&design, &range, Direction::Ascending));
        let mut expected = expected(&design, &store, &plan(&design, &spec), &range);
        let mut counted = knobs.drive(plan(&design, &spec), &store, Aim::Count).items;
        for items in [&mut expected, &mut counted] {
            items.sort_by(|a, b| (&a.sort, &a.id, &a.partition).cmp(&(&b.sort, &b.id, &b.partition)));
        }
        prop_assert_eq!(counted, expected);
    }

    #[test]
    fn page_by_page_is_the_same_answer(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
        limit in prop::option::of(1..7_usize),
        scan_limit in prop::option::of(1..7_usize),
    ) {
        let store = filled(&design, &written, service);
        let mut spec = knobs.turned(spec(&design, &range, direction));
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        let lanes = plan(&design, &spec).groups().map(|group| group.lanes.len()).max().unwrap_or_default();
        (spec.limit, spec.scan_limit) = (limit, scan_limit.map(|limit| limit.max(lanes)));
        let asked = spec.range.clone();
        let mut items = Vec::new();
        for calls in 1.. {
            let page = knobs.drive(plan(&design, &spec), &store, Aim::Page);
            prop_assert!(page.items.len() <= limit.unwrap_or(usize::MAX));
            items.extend(page.items);
            let Some(cursor) = page.cursor else { break };
            let size = cursor.to_string().len();
            prop_assert!(size < 500, "{} bytes", size);
            // A page with the same range from a text, then one that takes its range from the cursor.
            spec.resumes = calls % 2 == 0;
            let text = cursor.to_string().parse::<Cursor>().unwrap();
            spec.cursor = Some(if spec.resumes { cursor } else { text });
            spec.range = if spec.resumes { ValueRange::ALL } else { asked.clone() };
            prop_assert!(calls < 400, "the cursor does not move");
        }
        prop_assert_eq!(items, expected);
    }

    /// Whatever is deleted anywhere, and written behind the cursor, between two pages.
    #[test]
    fn what_stays_is_returned_once_while_others_come_and_go(
        design in design(),
        written in written(),
        late in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
        limit in 1..5_usize,
        deletions in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        // A deleted copy of today's design brings an older one back.
        let design = Design { older: OlderKeys::None, ..design };
        let mut store = filled(&design, &written, service);
        let mut spec = knobs.turned(spec(&design, &range, direction));
        let before = expected(&design, &store, &plan(&design, &spec), &range);
        spec.limit = Some(limit);
        let (mut items, mut deleted) = (Vec::<Item>::new(), Vec::new());
        let (mut deletions, mut late) = (deletions.into_iter(), late.into_iter().enumerate());
        loop {
            let page = knobs.drive(plan(&design, &spec), &store, Aim::Page);
            items.extend(page.items);
            let Some(cursor) = page.cursor else { break };
            spec.cursor = Some(cursor);
            let all: Vec<Item> = store.items().cloned().collect();
            if let (Some(index), false) = (deletions.next(), all.is_empty()) {
                let item = index.get(&all).clone();
                store.delete(&item);
                deleted.push(item);
            }
            if let (Some((number, one)), Some(last)) = (late.next(), items.last()) {
                let (time, id, last) = (items[0].at, format!("late-{number}"), last.sort.clone());
                let item = store.put(design.schema(), design.key(), (time, &id, one.is_foreign), false, one.spread);
                if !direction.order(&item.sort, &last).is_lt() {
                    store.delete(&item);
                }
            }
        }
        for item in &items {
            prop_assert_eq!(items.iter().filter(|other| *other == item).count(), 1, "twice: {:?}", item);
            prop_assert!(before.contains(item), "written behind the cursor: {:?}", item);
        }
        for item in before.iter().filter(|item| !deleted.contains(item)) {
            prop_assert!(items.contains(item), "lost: {:?}", item);
        }
    }

    /// Lanes fail at random for some pages; what they left out comes later.
    #[test]
    fn a_partial_walk_returns_everything_once(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        service in service(),
        knobs in knobs(),
        limit in prop::option::of(1..7_usize),
        luck in prop::collection::vec(prop::bool::weighted(0.4), 0..60),
    ) {
        // Where an older copy can come while the lane of the newer one fails, both come.
        let design = if design.is_index { design } else { Design { older: OlderKeys::None, ..design } };
        let store = filled(&design, &written, service);
        let mut spec = knobs.turned(spec(&design, &range, direction));
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        spec.limit = limit;
        let mut luck = luck.into_iter();
        let mut items: Vec<Item> = Vec::new();
        for calls in 1.. {
            let page = drive_with(
                plan(&design, &spec), &store, Aim::Page, |_, _| luck.next().unwrap_or(false), knobs.seed,
            );
            let from = items.len();
            items.extend(page.items);
            let in_order = |pair: &[Item]| direction.order(&pair[0].sort, &pair[1].sort).is_le();
            prop_assert!(items[from..].windows(2).all(in_order) || design.bucket.is_some());
            let Some(cursor) = page.cursor else {
                prop_assert!(page.left_out.is_empty());
                break;
            };
            prop_assert!(page.left_out.is_empty() || !cursor.gaps.is_empty());
            spec.cursor = Some(cursor.to_string().parse::<Cursor>().unwrap());
            prop_assert!(calls < 500, "the cursor does not move");
        }
        for item in &expected {
            prop_assert_eq!(items.iter().filter(|other| *other == item).count(), 1, "{:?}", item);
        }
        prop_assert_eq!(items.len(), expected.len());
    }

    #[test]
    fn a_page_is_the_beginning_of_the_answer(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        limit in 1..20_usize,
    ) {
        let store = store(&design, &written, 1_000);
        let mut spec = spec(&design, &range, direction);
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        spec.limit = Some(limit);
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        prop_assert_eq!(&page.items[..], &expected[..limit.min(expected.len())]);
        if expected.len() > limit {
            prop_assert!(page.cursor.is_some());
        }
    }
}

#[test]
fn a_bucket_is_touched_only_when_the_limit_is_not_met() {
    let design = Design { bucket: Some(Bucket::Day), shards: Some(2), ..Design::PLAIN };
    let written: Vec<_> = (0..24_i64)
        .map(|step| Written {
            time: (step * 3 * HOUR, 0),
            is_foreign: false,
            older: false,
            is_copied: false,
            spread: step as u32,
        })
        .collect();
    let store = store(&design, &written, 1_000);
    let range = field_range(Bound::Included(at(0, 0)), Bound::Excluded(at(72 * HOUR, 0)));
    let mut spec = spec(&design, &range, Direction::Descending);
    spec.limit = Some(3);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!(page.items.len(), 3);
    assert_eq!((page.rounds, page.read), (1, 6), "one round over the two shards of the last day");
}

#[test]
fn without_a_limit_a_page_is_one_request_to_each_lane() {
    let design = Design { bucket: Some(Bucket::Day), ..Design::PLAIN };
    let written: Vec<_> = (0..24_i64)
        .map(|step| Written {
            time: (step * 3 * HOUR, 0),
            is_foreign: false,
            older: false,
            is_copied: false,
            spread: 0,
        })
        .collect();
    let range = field_range(Bound::Included(at(0, 0)), Bound::Excluded(at(72 * HOUR, 0)));
    let spec = spec(&design, &range, Direction::Ascending);
    let small = drive(plan(&design, &spec), &store(&design, &written, 1_000), Aim::Page);
    assert_eq!((small.items.len(), small.rounds, small.buckets), (24, 2, 3));
    assert!(small.cursor.is_none());
    let large = drive(plan(&design, &spec), &store(&design, &written, 5), Aim::Page);
    assert_eq!((large.items.len(), large.rounds), (5, 1));
    assert!(large.cursor.is_some());
}

/// Pages of the newest 50 of evenly spread items, and what they took on average.
fn newest_50(shards: u32, pages: u64) -> (f64, f64) {
    let design = Design { shards: Some(shards), ..Design::PLAIN };
    let (mut read, mut rounds) = (0, 0);
    for seed in 0..pages {
        let mut store = Store::new(1_000);
        let mut spread = Lcg(seed);
        for number in 0..i64::from(shards) * 30 {
            let at = Timestamp { seconds: START + number, nanos: 0 };
            store.put(design.schema(), design.key(), (at, &format!("id-{number}"), false), false, spread.next());
        }
        let mut spec = spec(&design, &ValueRange::ALL, Direction::Descending);
        spec.limit = Some(50);
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        let newest = (0..50).map(|back| Timestamp { seconds: START + i64::from(shards) * 30 - 1 - back, nanos: 0 });
        assert!(page.items.iter().map(|item| item.at).eq(newest), "seed {seed}");
        (read, rounds) = (read + page.read, rounds + page.rounds);
    }
    (read as f64 / pages as f64, rounds as f64 / pages as f64)
}

/// Random numbers that are the same each time.
struct Lcg(u64);

impl Lcg {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }
}

#[test]
fn the_newest_50_take_one_round_and_few_items() {
    for (shards, items, pages) in [(10, 130.0, 400), (50, 350.0, 100), (200, 1_000.0, 30)] {
        let (read, rounds) = newest_50(shards, pages);
        println!("{shards} shards: {read:.1} items in {rounds:.4} rounds");
        // A page in a hundred may take a second round, of a few items.
        assert!(read <= items * 1.01 && rounds <= 1.02, "{shards} shards: {read} items in {rounds} rounds");
    }
}

#[test]
fn where_one_lane_holds_everything_the_second_round_asks_it_alone() {
    let design = Design { shards: Some(10), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    for number in 0..500 {
        let at = Timestamp { seconds: START + number, nanos: 0 };
        store.put(design.schema(), design.key(), (at, &format!("id-{number}"), false), false, 3);
    }
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    spec.limit = Some(50);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!((page.items.len(), page.read, page.rounds, page.requests), (50, 50, 2, 11));
}

#[test]
fn where_few_items_are_returned_more_are_asked_for() {
    let design = Design { shards: Some(10), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    for number in 0..10_000_i64 {
        let at = Timestamp { seconds: START + number, nanos: 0 };
        let of = (at, &*format!("id-{number}"), number % 100 != 0);
        store.put(design.schema(), design.key(), of, false, (number % 7_919) as u32);
    }
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    spec.limit = Some(50);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!(page.items.len(), 50);
    println!("{} items read in {} rounds", page.read, page.rounds);
    assert!(page.rounds <= 7 && page.read <= 7_500, "{} items in {} rounds", page.read, page.rounds);
}

#[test]
fn a_year_of_empty_days_takes_a_few_rounds() {
    let days = 365;
    let design =
        Design { bucket: Some(Bucket::Day), shards: Some(2), retention: Some(days * 24 * 3_600), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    let first = Timestamp { seconds: NOW.seconds - 360 * 24 * HOUR, nanos: 0 };
    store.put(design.schema(), design.key(), (first, "id-0", false), false, 0);
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Descending);
    spec.limit = Some(50);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!(page.items.len(), 1);
    assert_eq!((page.buckets, page.requests), (366, 732));
    // 1, 2, 4, 8 and 16 buckets, then 32 at once: as many as 64 requests in flight allow.
    assert_eq!(page.rounds, 5 + (366_usize - 31).div_ceil(32));
}

#[test]
fn a_full_year_is_read_as_far_as_it_takes() {
    let design =
        Design { bucket: Some(Bucket::Day), shards: Some(2), retention: Some(365 * 24 * 3_600), ..Design::PLAIN };
    let touched = |of_a_day: i64, prefetch: usize| {
        let mut store = Store::new(1_000);
        for number in 1..=20 * of_a_day {
            let at = Timestamp { seconds: NOW.seconds - number * 24 * HOUR / of_a_day, nanos: 0 };
            store.put(design.schema(), design.key(), (at, &format!("id-{number}"), false), false, number as u32);
        }
        let range = field_range(Bound::Unbounded, Bound::Excluded(KeyValue::Time(NOW)));
        let mut spec = spec(&design, &range, Direction::Descending);
        (spec.limit, spec.prefetch) = (Some(50), prefetch);
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        assert_eq!(page.items.len(), 50);
        (page.buckets, page.rounds)
    };
    assert_eq!(touched(100, 0), (1, 1));
    assert_eq!(touched(100, 5), (1, 1));
    assert_eq!(touched(40, 0), (2, 2));
    assert_eq!(touched(40, 1), (3, 2));
    assert_eq!(touched(10, 0), (5, 3));
    assert_eq!(touched(10, 3), (5, 2));
}

/// Takes numbers as they are.
struct Numbers;

impl Sift<u64> for Numbers {
    type Item = u64;

    fn sift(&mut self, _: &Plan, _: &Lane, number: u64) -> Result<Sifted<u64>> {
        Ok(Sifted::Taken(number))
    }

    fn table_key(&self, _: &Plan, _: &u64) -> Result<ItemKey> {
        unreachable!("the table has no ties")
    }
}

#[test]
fn a_streams_limit_does_not_bring_all_its_items_into_memory() {
    const LANES: u64 = 100;
    const OF_A_LANE: u64 = 1_500;
    let design = Design { shards: Some(LANES as u32), ..Design::PLAIN };
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    spec.limit = Some(1_000_000);
    // Lane by lane: while one is read, nothing of the others is taken.
    let sort = |number: u64| Some(KeyScalar::S(format!("A#{number:06}")));
    let answer = |ask: &Ask| {
        let first = ask.lane as u64 * OF_A_LANE;
        let start = ask.start.as_ref().and_then(|after| after.sort.as_ref()?.as_s()?.get(2..)?.parse::<u64>().ok());
        let from = start.map_or(first, |last| last + 1);
        let until = (from + ask.limit.unwrap() as u64).min(first + OF_A_LANE);
        let entries: Vec<_> = (from..until).map(|number| Entry { sort: sort(number), raw: number }).collect();
        let next = (until < first + OF_A_LANE).then(|| Reached { sort: sort(until - 1), table_key: None });
        Fetched { evaluated: entries.len(), entries, charged_bytes: 0, next }
    };
    let mut paging = Paging::new(Arc::new(plan(&design, &spec)), Aim::Stream);
    let (mut asks, mut taken, mut most) = (Vec::new(), 0, 0);
    loop {
        let step = paging.step(&mut Numbers).unwrap();
        asks.extend(paging.take_asks());
        match step {
            Step::Item(number) => {
                assert_eq!(number, taken);
                taken += 1;
            }
            Step::Wait => {
                let ask = asks.remove(0);
                paging.feed(ask.at, ask.lane, ask.round, answer(&ask));
                most = most.max(paging.evaluated() - taken as usize);
            }
            Step::Done => break,
        }
    }
    assert_eq!(taken, LANES * OF_A_LANE);
    println!("{most} items in memory, {} rounds", paging.rounds());
    assert!(most <= 2 * 32_768, "{most}");
}

#[test]
fn buckets_that_are_asked_at_once_share_the_scan_limit() {
    let design =
        Design { bucket: Some(Bucket::Day), shards: Some(2), retention: Some(60 * 24 * 3_600), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    // Nothing for 31 days, and then many items a day, of which none is the query's.
    for number in 0..2_000_i64 {
        let at = Timestamp { seconds: NOW.seconds - 32 * 24 * HOUR - number * 600, nanos: 0 };
        store.put(design.schema(), design.key(), (at, &format!("id-{number}"), true), false, number as u32);
    }
    let range = field_range(Bound::Unbounded, Bound::Excluded(KeyValue::Time(NOW)));
    for limit in [None, Some(50)] {
        let mut spec = spec(&design, &range, Direction::Descending);
        (spec.limit, spec.scan_limit) = (limit, Some(100));
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        assert!(page.items.is_empty() && page.cursor.is_some());
        println!("{} items in {} rounds", page.read, page.rounds);
        // The requests to the empty days, 62 of them, count as one item each.
        assert!((20..=88).contains(&page.read), "{} items in {} rounds", page.read, page.rounds);
        assert!(page.rounds <= 10, "{}", page.rounds);
    }
}
