use std::ops::Bound;

use proptest::prelude::*;

use crate::{
    key::{KeyValue, Timestamp},
    read::{
        Plan,
        cursor::Cursor,
        direction::Direction,
        range::ValueRange,
        spec::QuerySpec,
        testing::{AT, Design, Item, OlderKeys, Parts, START, Store, at, brand, drive, field_range},
    },
    schema::{Bucket, Form, TimeForm},
};

const HOUR: i64 = 3_600;
const NOW: Timestamp = Timestamp { seconds: START + 40 * 24 * HOUR, nanos: 0 };

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
    ];
    let shards = prop_oneof![Just(None), (2..5_u32).prop_map(Some)];
    (bucket, shards, parts, older, any::<bool>()).prop_map(|(bucket, shards, parts, older, is_index)| Design {
        bucket,
        shards,
        parts,
        older,
        // Items that share a sort key are one item, except on an index.
        is_index: is_index || matches!(parts, Parts::At(_)),
        retention: Some(60 * 24 * 3_600),
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
    let schema = design.schema();
    let mut store = Store::new(page);
    for (number, one) in written.iter().enumerate() {
        let time = Timestamp { seconds: START + one.time.0, nanos: one.time.1 };
        // A random order of the ids, so that ties on an index come in an order that no key tells.
        let id = format!("id-{}", (number * 7_919) % 1_009);
        store.put(schema, design.key(), (time, &id, one.is_foreign), one.older, one.spread);
        // On an index an item has one key.
        if one.is_copied && design.older != OlderKeys::None && !design.is_index {
            store.put(schema, design.key(), (time, &id, one.is_foreign), !one.older, one.spread);
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
    let matches = |item: &&Item| !item.is_foreign && (!ranged || range.contains(&item.value(AT).unwrap()));
    let is_old = |item: &Item| item.partition.as_s().is_some_and(|key| key.starts_with("OLD"));
    let is_superseded = |item: &&Item| {
        let is_newer = |other: &Item| !is_old(other) && other.sort == item.sort && other.id == item.id;
        design.tells_items_apart() && is_old(item) && store.items().any(is_newer)
    };
    let mut found: Vec<(usize, usize, Item)> = Vec::new();
    for item in store.items().filter(matches).filter(|item| !is_superseded(item)) {
        let lanes = plan.groups.iter().flat_map(|group| group.lanes.iter().enumerate());
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
        matches!(self.older, OlderKeys::Monthly | OlderKeys::Hourly)
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
        page in 1..6_usize,
    ) {
        let store = store(&design, &written, page);
        let plan = plan(&design, &spec(&design, &range, direction));
        let expected = expected(&design, &store, &plan, &range);
        prop_assert_eq!(drive(plan, &store, false).items, expected);
    }

    #[test]
    fn page_by_page_is_the_same_answer(
        design in design(),
        written in written(),
        range in range(),
        direction in direction(),
        page in 1..6_usize,
        limit in prop::option::of(1..7_usize),
        scan_limit in prop::option::of(1..7_usize),
    ) {
        let store = store(&design, &written, page);
        let mut spec = spec(&design, &range, direction);
        let expected = expected(&design, &store, &plan(&design, &spec), &range);
        spec.limit = limit;
        spec.scan_limit = scan_limit;
        let mut items = Vec::new();
        for calls in 1.. {
            let page = drive(plan(&design, &spec), &store, true);
            prop_assert!(page.items.len() <= limit.unwrap_or(usize::MAX));
            items.extend(page.items);
            let Some(cursor) = page.cursor else { break };
            let size = cursor.to_string().len();
            prop_assert!(size < 500, "{} bytes", size);
            spec.cursor = Some(cursor.to_string().parse::<Cursor>().unwrap());
            // The next call computes its range anew; the cursor's holds.
            spec.range = ValueRange::ALL;
            prop_assert!(calls < 400, "the cursor does not move");
        }
        prop_assert_eq!(items, expected);
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
        let page = drive(plan(&design, &spec), &store, true);
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
    let page = drive(plan(&design, &spec), &store, true);
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
    let small = drive(plan(&design, &spec), &store(&design, &written, 1_000), true);
    assert_eq!((small.items.len(), small.rounds), (24, 3));
    assert!(small.cursor.is_none());
    let large = drive(plan(&design, &spec), &store(&design, &written, 5), true);
    assert_eq!((large.items.len(), large.rounds), (5, 1));
    assert!(large.cursor.is_some());
}
