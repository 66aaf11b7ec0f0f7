use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use proptest::prelude::*;

use super::*;
use crate::{
    check::samples::TABLE,
    key::{ItemKey, Timestamp},
    read::{
        Generation, Interval, Plan,
        paging::Aim,
        spec::QuerySpec,
        testing::{Design, Item, OlderKeys, Parts, START, Store, at, brand, drive, field_range},
    },
    schema::{Bucket, Form, TimeForm},
};

const HOUR: i64 = 3_600;
const NOW: Timestamp = Timestamp { seconds: START + 30 * 24 * HOUR, nanos: 0 };

fn spec(design: &Design) -> QuerySpec {
    let mut spec = QuerySpec::new();
    spec.partition.push(brand());
    let days = field_range(Bound::Included(at(0, 0)), Bound::Excluded(at(72 * HOUR, 0)));
    match design.parts {
        Parts::IdAt => spec.during = days,
        Parts::AtId(_) | Parts::At(_) => spec.range = days,
    }
    spec
}

fn plan_of(design: &Design, spec: &QuerySpec) -> Result<Plan> {
    Plan::new(design.schema(), design.key(), spec, NOW)
}

/// Returns the remaining items in the lanes of a plan, as DynamoDB answers their requests, in the order of the result.
fn left(plan: &Plan, store: &Store) -> Vec<(u32, u32, Item)> {
    let mut left = Vec::new();
    for (number, group) in (0..).zip(plan.groups()) {
        let mut of_group = Vec::new();
        for (rank, lane) in (0..).zip(&group.lanes) {
            let items = store.lane(&lane.partition, plan.direction).into_iter();
            let items: Vec<&Item> = items.filter(|item| lane.interval.contains(&item.sort)).collect();
            let first = lane.start.as_ref().map_or(0, |after| {
                items.iter().position(|item| after_of(plan, rank, item) == *after).expect("an item of its lane") + 1
            });
            let rest = if lane.done { &[] } else { &items[first..] };
            of_group.extend(rest.iter().enumerate().map(|(place, item)| (rank, place, (*item).clone())));
        }
        of_group.sort_by(|(rank, place, item), (other_rank, other_place, other)| {
            let by_key = item.sort.cmp(&other.sort);
            let by_key = if plan.direction == Direction::Descending { by_key.reverse() } else { by_key };
            by_key.then_with(|| (rank, place).cmp(&(other_rank, other_place)))
        });
        left.extend(of_group.into_iter().map(|(rank, _, item)| (number, rank, item)));
    }
    left
}

/// Returns the groups with an open lane, found by making all groups.
fn open(plan: &Plan) -> Vec<(usize, usize)> {
    plan.groups().map(|group| group.open_lanes()).enumerate().filter(|(_, lanes)| *lanes > 0).collect()
}

fn after_of(plan: &Plan, lane: u32, item: &Item) -> After {
    let table_key = plan.has_ties().then(|| item.table_key());
    After { lane, sort: Some(item.sort.clone()), table_key, newest: None }
}

fn design() -> impl Strategy<Value = Design> {
    let bucket = prop_oneof![Just(None), Just(Some(Bucket::Day)), Just(Some(Bucket::Hour))];
    let parts = prop_oneof![
        Just(Parts::AtId(Form::Default)),
        Just(Parts::IdAt),
        Just(Parts::At(Form::Time(TimeForm::Seconds))),
        Just(Parts::At(Form::Bucket(Bucket::Day))),
    ];
    let older = prop_oneof![3 => Just(OlderKeys::None), 1 => Just(OlderKeys::Plain), 1 => Just(OlderKeys::Monthly)];
    (bucket, prop::option::of(2..6_u32), parts, older, any::<bool>()).prop_map(
        |(bucket, shards, parts, older, is_index)| {
            let is_index = is_index || matches!(parts, Parts::At(_));
            Design { bucket, shards, parts, older, is_index, ..Design::PLAIN }
        },
    )
}

/// Generates items at this many steps of 3 hours, in shards, some under older keys. On an index, many share a sort key.
fn written() -> impl Strategy<Value = Vec<(i64, u32, bool)>> {
    prop::collection::vec((0..24_i64, 0..8_u32, any::<bool>()), 0..40)
}

fn store(design: &Design, written: &[(i64, u32, bool)]) -> Store {
    let mut store = Store::new(4);
    for (number, (step, spread, is_older)) in written.iter().enumerate() {
        let time = Timestamp { seconds: START + step * 3 * HOUR, nanos: 0 };
        let id = format!("id-{:04}", (number * 7_919) % 1_009);
        store.put(design.schema(), design.key(), (time, &id, false), *is_older, *spread);
    }
    store
}

/// Walks over the result while lanes fail. Returns the cursor at its end, and the items that were not examined.
fn walk(
    plan: &Plan,
    answer: &[(u32, u32, Item)],
    steps: usize,
    lost: &BTreeMap<(u32, u32), usize>,
) -> (Cursor, Vec<(u32, u32, Item)>) {
    let mut position = Position { group: 0, after: None };
    let mut gaps: Vec<Gap> = Vec::new();
    let mut examined = BTreeSet::new();
    let mut failed = BTreeSet::new();
    for (step, (group, rank, item)) in answer.iter().enumerate().take(steps) {
        if position.group != *group {
            position = Position { group: *group, after: None };
        }
        for (lane, when) in lost {
            if lane.0 == *group && step >= *when && failed.insert(*lane) {
                match gaps.iter_mut().find(|gap| gap.position == position) {
                    Some(gap) => gap.lanes.push(lane.1),
                    None => gaps.push(Gap { position: position.clone(), lanes: vec![lane.1] }),
                }
            }
        }
        if !failed.contains(&(*group, *rank)) {
            position.after = Some(after_of(plan, *rank, item));
            examined.insert(step);
        }
    }
    let is_left = |(step, _): &(usize, _)| !examined.contains(step);
    let left = answer.iter().enumerate().filter(is_left).map(|(_, item)| item.clone()).collect();
    // The order in which the lanes failed must not matter.
    gaps.reverse();
    (
        Cursor {
            fingerprint: plan.fingerprint.clone(),
            resolved: plan.resolved.clone(),
            position,
            gaps,
            is_trusted: true,
        },
        left,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn failed_lanes_resume_exactly(
        design in design(),
        written in written(),
        is_descending: bool,
        steps in 0..50_usize,
        lost in prop::collection::btree_map((0..4_u32, 0..6_u32), 0..40_usize, 0..6),
    ) {
        let store = store(&design, &written);
        let mut spec = spec(&design);
        spec.direction = if is_descending { Direction::Descending } else { Direction::Ascending };
        let plan = plan_of(&design, &spec).unwrap();
        let answer = left(&plan, &store);
        let lanes: Vec<usize> = plan.groups().map(|group| group.lanes.len()).collect();
        let is_lane = |group: u32, rank: u32| lanes.get(group as usize).is_some_and(|lanes| (rank as usize) < *lanes);
        let lost = lost.into_iter().filter(|((group, rank), _)| is_lane(*group, *rank)).collect();
        let (cursor, expected) = walk(&plan, &answer, steps, &lost);
        spec.cursor = Some(Box::new(cursor.to_string().parse::<Cursor>().unwrap()));
        let resumed = plan_of(&design, &spec).unwrap();
        prop_assert!(expected.is_empty() || resumed.rest().next().is_some());
        prop_assert_eq!(resumed.rest().collect::<Vec<_>>(), open(&resumed));
        prop_assert_eq!(left(&resumed, &store), expected.clone());
        // Across generations, the merge decides what is a copy.
        if !resumed.has_identity {
            let whole = drive(resumed, &store, Aim::Stream).items;
            prop_assert_eq!(whole, expected.into_iter().map(|(_, _, item)| item).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_forged_cursor_gives_a_plan_or_an_error(
        design in design(),
        body in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        position in forged(),
        gaps in prop::collection::vec((forged(), prop::collection::vec(0..7_u32, 0..4)), 0..3),
        ends in prop::option::of((end(), end())),
    ) {
        let mut spec = spec(&design);
        let plan = plan_of(&design, &spec).unwrap();
        let mut resolved = plan.resolved.as_ref().clone();
        if let Some((lower, upper)) = ends {
            let range = field_range(lower, upper);
            if body.len() % 2 == 0 {
                resolved.sort = range.clone();
            }
            if body.len() % 3 == 0 {
                resolved.bucket = range;
            }
        }
        let gaps = gaps.into_iter().map(|(position, lanes)| Gap { position, lanes }).collect();
        let is_trusted = body.len() % 5 == 0;
        let fingerprint = plan.fingerprint.clone();
        spec.cursor = Some(Box::new(Cursor { fingerprint, resolved: Arc::new(resolved), position, gaps, is_trusted }));
        let asked = plan;
        match plan_of(&design, &spec) {
            Ok(plan) => {
                let reads = |plan: &Plan, key: &KeyScalar| {
                    plan.lanes().any(|lane| !lane.is_empty() && lane.interval().contains(key))
                };
                for key in (0..96).map(sort_key).filter(|_| !is_trusted) {
                    prop_assert!(!reads(&plan, &key) || reads(&asked, &key), "{:?} is outside of what is asked", key);
                }
                prop_assert!(!plan.to_string().is_empty());
                for at in 0..plan.group_count() {
                    prop_assert_eq!(&*plan.shared_group(at).unwrap(), &plan.group(at).unwrap());
                }
                prop_assert_eq!(plan.rest().collect::<Vec<_>>(), open(&plan));
                prop_assert!(plan.every_lane(400).requests <= plan.lanes().count() as u64);
            }
            Err(error) => {
                let kinds = [ErrorKind::CursorMalformed, ErrorKind::TooManyLanes, ErrorKind::CursorForeign];
                prop_assert!(kinds.contains(&error.kind()), "{}", error);
            }
        }
    }
}

/// Returns a sort key of the four days, one for each hour.
fn sort_key(step: i64) -> KeyScalar {
    KeyScalar::S(format!("A#2026-06-2{}T{:02}:00:00.000000000Z#id", 2 + step / 24, step % 24))
}

fn forged() -> impl Strategy<Value = Position> {
    let scalar = prop_oneof![
        4 => (0..24_i64).prop_map(|step| KeyScalar::S(format!("A#2026-06-2{}T00:00:00.000000000Z#id", 2 + step / 8))),
        1 => ".{0,12}".prop_map(KeyScalar::S),
        1 => ".{0,4}".prop_map(KeyScalar::N),
        1 => any::<Vec<u8>>().prop_map(KeyScalar::B),
    ]
    .boxed();
    let table_key = (scalar.clone(), prop::option::of(scalar.clone()));
    let table_key = table_key.prop_map(|(partition, sort)| ItemKey { partition, sort });
    let number = || prop_oneof![6 => 0..6_u32, 1 => any::<u32>()];
    let after = (number(), prop::option::weighted(0.9, scalar), prop::option::of(table_key))
        .prop_map(|(lane, sort, table_key)| After { lane, sort, table_key, newest: None });
    (number(), prop::option::of(after)).prop_map(|(group, after)| Position { group, after })
}

fn end() -> impl Strategy<Value = Bound<KeyValue<'static>>> {
    let value = prop_oneof![
        4 => (-200_000..400_000_i64).prop_map(|seconds| at(seconds, 0)),
        1 => (any::<i64>(), 0..1_000_000_000_u32)
            .prop_map(|(seconds, nanos)| KeyValue::Time(Timestamp { seconds, nanos })),
        1 => any::<String>().prop_map(|text| KeyValue::Text(text.into())),
        1 => any::<i128>().prop_map(|number| KeyValue::Integer(number.into())),
        1 => any::<Vec<u8>>().prop_map(|bytes| KeyValue::Binary(bytes.into())),
    ];
    (value, 0..3).prop_map(|(value, kind)| match kind {
        0 => Bound::Included(value),
        1 => Bound::Excluded(value),
        _ => Bound::Unbounded,
    })
}

/// Two lanes per group, three groups.
struct Sample {
    design: Design,
    plan: Plan,
}

impl Sample {
    fn new() -> Self {
        let design = Design { bucket: Some(Bucket::Day), shards: Some(2), ..Design::PLAIN };
        let plan = plan_of(&design, &spec(&design)).unwrap();
        assert_eq!(plan.groups().map(|group| group.lanes.len()).collect::<Vec<_>>(), [2, 2, 2]);
        Self { design, plan }
    }

    fn resumed(&self, position: Position, gaps: &[(Position, &[u32])]) -> Result<Plan> {
        let mut spec = spec(&self.design);
        let gaps = gaps.iter().map(|(position, lanes)| Gap { position: position.clone(), lanes: lanes.to_vec() });
        spec.cursor = Some(Box::new(Cursor {
            fingerprint: self.plan.fingerprint.clone(),
            resolved: self.plan.resolved.clone(),
            position,
            gaps: gaps.collect(),
            is_trusted: true,
        }));
        plan_of(&self.design, &spec)
    }
}

fn begun(group: u32) -> Position {
    Position { group, after: None }
}

#[test]
fn finished_groups_are_not_read() {
    let sample = Sample::new();
    let open = |position, gaps: &[(Position, &[u32])]| {
        let plan = sample.resumed(position, gaps).unwrap();
        let first = plan.start.group();
        (first, plan.rest().collect::<Vec<_>>())
    };
    assert_eq!(open(begun(0), &[]), (0, vec![(0, 2), (1, 2), (2, 2)]));
    assert_eq!(open(begun(2), &[]), (2, vec![(2, 2)]));
    assert_eq!(open(begun(2), &[(begun(0), &[1])]), (0, vec![(0, 1), (2, 2)]));
    // Everything has been examined, except for what failed.
    assert_eq!(open(begun(3), &[(begun(2), &[0]), (begun(0), &[0, 1])]), (0, vec![(0, 2), (2, 1)]));
    let plan = sample.resumed(begun(2), &[(begun(0), &[1])]).unwrap();
    assert_eq!((plan.first_round(400).requests, plan.every_lane(400).requests), (1, 3));
}

#[test]
fn impossible_positions_and_gaps_are_malformed() {
    let sample = Sample::new();
    let malformed = |position: Position, gaps: &[(Position, &[u32])]| {
        assert_eq!(sample.resumed(position, gaps).unwrap_err().kind(), ErrorKind::CursorMalformed);
    };
    let after = |group, sort: &str| {
        let sort = Some(KeyScalar::S(sort.to_owned()));
        Position { group, after: Some(After { lane: 0, sort, table_key: None, newest: None }) }
    };
    let first_day = "A#2026-06-22T00:00:00.000000000Z#id";
    assert!(sample.resumed(after(0, first_day), &[(after(0, first_day), &[1])]).is_ok());
    malformed(begun(3), &[]);
    malformed(after(3, first_day), &[(begun(0), &[1])]);
    malformed(begun(4), &[(begun(0), &[1])]);
    malformed(begun(u32::MAX), &[(begun(0), &[1])]);
    // A gap after the position, a lane that does not exist, a lane given twice, and an item of another group.
    malformed(begun(1), &[(begun(2), &[1])]);
    malformed(begun(3), &[(begun(3), &[1])]);
    malformed(begun(1), &[(begun(0), &[2])]);
    malformed(begun(1), &[(begun(0), &[u32::MAX])]);
    malformed(begun(1), &[(begun(0), &[1, 1])]);
    malformed(begun(1), &[(begun(0), &[1]), (after(0, first_day), &[0, 1])]);
    malformed(begun(1), &[(after(0, "B#"), &[1])]);
    malformed(after(0, "B#"), &[]);
    malformed(after(0, ""), &[]);
    malformed(after(0, &format!("A#2026-06-22T{}", "9".repeat(1_024))), &[]);
}

#[test]
fn keys_in_cursors_must_match_their_attributes() {
    let attribute = |kind| KeyAttribute { name: "x", kind };
    let s = |text: &str| KeyScalar::S(text.to_owned());
    let n = |text: &str| KeyScalar::N(text.to_owned());
    let sort = |key: Option<&KeyScalar>, kind: Option<AttributeKind>| {
        is_key(key, kind.map(attribute).map(KeyAttributes::one), KeyPart::Sort)
    };
    assert!(sort(None, None) && sort(Some(&s("a")), Some(AttributeKind::S)));
    assert!(sort(Some(&n("-1.5e3")), Some(AttributeKind::N)) && !sort(Some(&n("x")), Some(AttributeKind::N)));
    assert!(!sort(None, Some(AttributeKind::S)) && !sort(Some(&s("a")), None));
    assert!(!sort(Some(&s("1")), Some(AttributeKind::N)) && !sort(Some(&s("")), Some(AttributeKind::S)));
    assert!(!sort(Some(&KeyScalar::B(vec![0; 1_025])), Some(AttributeKind::B)));
    assert!(is_key(
        Some(&KeyScalar::B(vec![0; 2_048])),
        Some(KeyAttributes::one(attribute(AttributeKind::B))),
        KeyPart::Partition
    ));

    let after = |sort, table_key| After { lane: 0, sort, table_key, newest: None };
    let table_key = ItemKey { partition: s("P"), sort: Some(s("S")) };
    let on_table =
        ResumeContext { direction: Direction::Ascending, sort: IndexSchema::of_table(&TABLE).sort_key, table: None };
    assert!(on_table.admit(&after(Some(s("S")), None)));
    assert!(!on_table.admit(&after(Some(s("S")), Some(table_key.clone()))));
    let on_index = ResumeContext { table: Some(IndexSchema::of_table(&TABLE)), ..on_table };
    assert!(on_index.admit(&after(Some(s("S")), Some(table_key.clone()))));
    assert!(!on_index.admit(&after(Some(s("S")), None)));
    assert!(!on_index.admit(&after(Some(s("S")), Some(ItemKey { sort: None, ..table_key }))));
}

#[test]
fn lanes_without_sort_keys_resume_by_rank() {
    let context = ResumeContext {
        direction: Direction::Ascending,
        sort: None,
        table: Some(IndexSchema { sort_key: None, ..IndexSchema::of_table(&TABLE) }),
    };
    let lane = |rank: u32| Lane {
        partition: KeyScalar::S(format!("P#{rank}")),
        interval: Arc::new(Interval::ALL),
        generation: Generation::Current,
        is_shared: false,
        start: None,
        done: false,
    };
    let mut lanes: Vec<Lane> = (0..6).map(lane).collect();
    let after = |lane| {
        let table_key = Some(ItemKey { partition: KeyScalar::S("T".to_owned()), sort: None });
        Position { group: 0, after: Some(After { lane, sort: None, table_key, newest: None }) }
    };
    let gap = |at, lanes: &[u32]| Gap { position: at, lanes: lanes.to_vec() };
    let start = Start { position: after(4), gaps: vec![gap(begun(0), &[0]), gap(after(2), &[1, 2, 3])] };
    resume(&start, 0, &mut lanes, &context).unwrap();
    let state = |lane: &Lane| (lane.done, lane.start.as_ref().map(|after| after.lane));
    let states: Vec<_> = lanes.iter().map(state).collect();
    assert_eq!(states, [(false, None), (true, None), (false, Some(2)), (false, None), (false, Some(4)), (false, None)]);
}

#[test]
fn the_cursor_length_is_independent_of_the_lane_count() {
    for is_index in [false, true] {
        let sizes = [None, Some(10), Some(100), Some(1_000)].map(|shards| {
            let design = Design { shards, is_index, bucket: Some(Bucket::Day), ..Design::PLAIN };
            let lanes = shards.unwrap_or(1);
            let written: Vec<_> = (0..4_000_u32).map(|number| (i64::from(number % 24), number, false)).collect();
            let store = store(&design, &written);
            let mut spec = spec(&design);
            spec.limit = Some(25);
            let page = drive(plan_of(&design, &spec).unwrap(), &store, Aim::Page);
            assert_eq!(plan_of(&design, &spec).unwrap().groups().next().unwrap().lanes.len() as u32, lanes);
            page.cursor.unwrap().to_string().len()
        });
        assert_eq!(sizes, [sizes[0]; 4], "index: {is_index}");
        assert_eq!(sizes[0], if is_index { 286 } else { 206 }, "index: {is_index}");
    }
}
