use std::ops::Bound;

use proptest::prelude::*;

use super::*;
use crate::{
    key::Timestamp,
    read::{
        Plan,
        testing::{Design as Sample, ID, OlderKeys, Parts, START, brand, field_range},
    },
    schema::{Bucket, EntitySchema, Form, KeySchema, LegacyKey, ShardBy},
};

const DAY: i64 = 86_400;
const NOW: Timestamp = Timestamp { seconds: START, nanos: 0 };

fn sample() -> impl Strategy<Value = Sample> {
    let bucket = prop::sample::select(vec![
        None,
        Some(Bucket::Hour),
        Some(Bucket::Day),
        Some(Bucket::Week),
        Some(Bucket::Month),
        Some(Bucket::Year),
    ]);
    let parts = prop::sample::select(vec![
        Parts::AtId(Form::Default),
        Parts::AtId(Form::Bucket(Bucket::Week)),
        Parts::AtId(Form::Bucket(Bucket::Day)),
        Parts::IdAt,
    ]);
    let older = [OlderKeys::None, OlderKeys::Plain, OlderKeys::Monthly, OlderKeys::Hourly, OlderKeys::Both];
    let older = prop::sample::select(older.to_vec());
    let instant = || (-30 * DAY..=30 * DAY).prop_map(|seconds| Timestamp { seconds: START + seconds, nanos: 0 });
    let times = (prop::option::of(instant()), prop::option::of((instant(), 4..7_u32)), prop::option::of(instant()));
    (bucket, prop::option::of(1..4_u32), parts, older, times).prop_map(|(bucket, shards, parts, older, times)| Sample {
        bucket,
        shards,
        parts,
        older,
        until: times.0,
        since: times.2,
        grow: times.1,
        ..Sample::PLAIN
    })
}

/// Ranges of up to 60 days: around the current time, and around the first and the last time that a key can contain.
fn range() -> impl Strategy<Value = ValueRange> {
    let middle = prop_oneof![2 => Just(START), 1 => Just(Timestamp::MIN.seconds), 1 => Just(Timestamp::MAX.seconds)];
    let end = || prop_oneof![-30 * DAY..=30 * DAY, (-30..=30_i64).prop_map(|days| days * DAY), -2..=2_i64];
    (middle, end(), end(), any::<bool>()).prop_map(|(middle, from, until, is_inclusive)| {
        let at = |seconds: i64| KeyValue::Time(Timestamp { seconds: middle + seconds, nanos: 0 });
        let upper = if is_inclusive { Bound::Included(at(until)) } else { Bound::Excluded(at(until)) };
        field_range(Bound::Included(at(from)), upper)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_plan_equals_its_groups_built_one_by_one(sample in sample(), range in range(), is_descending: bool) {
        let (entity, mut spec) = (sample.schema(), QuerySpec::new());
        spec.partition.push(brand());
        spec.max_lanes = usize::MAX;
        spec.direction = if is_descending { Direction::Descending } else { Direction::Ascending };
        match sample.parts {
            Parts::IdAt => spec.during = range,
            Parts::AtId(_) | Parts::At(_) => spec.range = range,
        }
        let design = Design::new(entity, 0, &entity.keys[0], &spec.clone().into()).unwrap();
        let resolved = design.resolve(&spec, NOW).unwrap();
        let layout = Layout::new(design, &spec, &resolved, Interval::ALL);
        let groups: Result<Vec<Group>> =
            layout.and_then(|layout| (0..layout.groups()).map(|at| layout.group(at)).collect());
        match (groups, Plan::new(entity, 0, &spec, NOW)) {
            (Ok(groups), Ok(plan)) => {
                prop_assert!(plan.groups().eq(groups.iter().cloned()));
                let shared: Vec<_> = (0..groups.len()).map(|at| plan.shared_group(at).unwrap()).collect();
                prop_assert!(shared.iter().map(|group| &**group).eq(&groups));
                prop_assert!(groups.iter().all(|group| group.open_lanes() > 0));
                let lanes: usize = groups.iter().map(|group| group.lanes.len()).sum();
                prop_assert_eq!(plan.layout.lanes, lanes);
                spec.max_lanes = lanes.max(1);
                prop_assert!(Plan::new(entity, 0, &spec, NOW).is_ok());
                if lanes > 1 {
                    spec.max_lanes = lanes - 1;
                    prop_assert_eq!(Plan::new(entity, 0, &spec, NOW).unwrap_err().kind(), ErrorKind::TooManyLanes);
                }
            }
            (Err(_), Err(error)) => prop_assert_eq!(error.kind(), ErrorKind::KeyValue),
            (groups, plan) => prop_assert!(false, "{:?} but {:?}", groups, plan),
        }
    }
}

#[test]
fn an_unwritable_first_bucket_is_rejected_when_planning() {
    let sample = Sample { bucket: Some(Bucket::Week), ..Sample::PLAIN };
    let plan = |first: i64| {
        let mut spec = QuerySpec::new();
        spec.partition.push(brand());
        let at = |days: i64| KeyValue::Time(Timestamp { seconds: Timestamp::MIN.seconds + days * DAY, nanos: 0 });
        spec.range = field_range(Bound::Included(at(first)), Bound::Excluded(at(30)));
        spec.direction = Direction::Descending;
        Plan::new(sample.schema(), 0, &spec, NOW).map(|plan| plan.groups().len())
    };
    // The week of 0000-01-01 began in the year before.
    assert_eq!(plan(1).unwrap_err().kind(), ErrorKind::KeyValue);
    assert_eq!(plan(2).unwrap(), 4);
}

#[test]
fn a_shard_shared_by_two_generations_is_one_lane() {
    let sample = Sample { shards: Some(1), is_index: true, ..Sample::PLAIN };
    let lanes = |shards: [u32; 2]| {
        let [table_key, key] = sample.schema().keys else { panic!("a key of the table and one of the index") };
        let by = ShardBy::Hash { fields: &[ID], with: Some(|_| 13), top_share: None };
        let of = |count| Some(Sharding { count, first: 0, by, grow: &[] });
        let legacy: &'static _ =
            vec![LegacyKey { partition: key.partition, shard: of(shards[1]), since: None, until: None }].leak();
        let key = KeySchema { shard: of(shards[0]), legacy, ..*key };
        let entity: &'static _ =
            Box::leak(Box::new(EntitySchema { keys: vec![*table_key, key].leak(), ..*sample.schema() }));
        let mut spec = QuerySpec::new();
        spec.partition.push(brand());
        spec.hashed = Some(vec![Some(KeyValue::Text("x".into()))]);
        let plan = Plan::new(entity, 1, &spec, NOW).unwrap();
        assert_eq!(plan.lanes().count(), plan.layout.lanes);
        plan.layout.lanes
    };
    assert_eq!(lanes([10, 5]), 1);
    assert_eq!(lanes([10, 4]), 2);
}
