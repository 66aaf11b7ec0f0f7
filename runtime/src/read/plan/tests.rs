use std::ops::Bound;

use super::*;
use crate::{
    key::{KeyScalar, KeyValue},
    read::{
        cursor::{After, Cursor, Position},
        interval::SortCondition,
        testing::{Design, OlderKeys, Parts, START, at, brand, field_range},
    },
    schema::{Bucket, Form, KeySchema, LegacyKey, ShardBy, Sharding, TimeForm},
};

const DAY: i64 = 86_400;
const NOW: Timestamp = Timestamp { seconds: START + 10 * DAY, nanos: 0 };

fn spec() -> QuerySpec {
    let mut spec = QuerySpec::new();
    spec.partition.push(brand());
    spec
}

fn days(from: i64, until: i64) -> ValueRange {
    field_range(Bound::Included(at(from * DAY, 0)), Bound::Excluded(at(until * DAY, 0)))
}

fn plan(design: &Design, spec: &QuerySpec) -> Result<Plan> {
    Plan::new(design.schema(), design.key(), spec, NOW)
}

fn partitions(plan: &Plan) -> Vec<Vec<String>> {
    plan.groups().map(|group| group.lanes.iter().map(|lane| lane.partition.to_string()).collect()).collect()
}

fn conditions(plan: &Plan) -> Vec<SortCondition> {
    plan.lanes().map(|lane| lane.interval.condition()).collect()
}

#[test]
fn buckets_follow_the_direction_and_shards_form_one_group() {
    let design = Design { bucket: Some(Bucket::Day), shards: Some(2), ..Design::PLAIN };
    let mut spec = spec();
    spec.range = days(0, 2);
    let up = plan(&design, &spec).unwrap();
    let first = vec!["T#abc#2026-06-22#0", "T#abc#2026-06-22#1"];
    let second = vec!["T#abc#2026-06-23#0", "T#abc#2026-06-23#1"];
    assert_eq!(partitions(&up), [first.clone(), second.clone()]);
    spec.direction = Direction::Descending;
    assert_eq!(partitions(&plan(&design, &spec).unwrap()), [second, first]);
}

#[test]
fn buckets_of_a_time_that_does_not_lead_form_one_group() {
    let design = Design { bucket: Some(Bucket::Day), parts: Parts::IdAt, ..Design::PLAIN };
    let mut spec = spec();
    spec.during = days(0, 3);
    let plan = plan(&design, &spec).unwrap();
    assert_eq!(partitions(&plan), [["T#abc#2026-06-22", "T#abc#2026-06-23", "T#abc#2026-06-24"]]);
    assert_eq!(conditions(&plan), vec![SortCondition::BeginsWith("A#".to_owned()); 3]);
    assert!(plan.accepts(&|_| Some(at(DAY, 0))));
    assert!(!plan.accepts(&|_| Some(at(3 * DAY, 0))));
}

#[test]
fn legacy_lanes_join_every_group_with_its_part_of_the_range() {
    let design = Design { bucket: Some(Bucket::Day), older: OlderKeys::Plain, ..Design::PLAIN };
    let mut spec = spec();
    spec.range = field_range(Bound::Included(at(0, 7)), Bound::Excluded(at(2 * DAY, 0)));
    let plan = plan(&design, &spec).unwrap();
    assert_eq!(partitions(&plan), [["T#abc#2026-06-22", "OLD#abc"], ["T#abc#2026-06-23", "OLD#abc"]]);
    let between = |from: &str, until: &str| {
        SortCondition::Between(KeyScalar::S(format!("A#{from}#")), KeyScalar::S(format!("A#{until}#")))
    };
    let whole = between("2026-06-22T00:00:00.000000007Z", "2026-06-24T00:00:00.000000000Z");
    let first = between("2026-06-22T00:00:00.000000007Z", "2026-06-23T00:00:00.000000000Z");
    let second = between("2026-06-23T00:00:00.000000000Z", "2026-06-24T00:00:00.000000000Z");
    assert_eq!(conditions(&plan), [whole.clone(), first, whole, second]);
}

/// Returns the number of lanes in each group.
fn lanes(design: &Design, range: ValueRange) -> Vec<usize> {
    let mut spec = spec();
    spec.range = range;
    let plan = plan(design, &spec).unwrap();
    let lanes: Vec<_> = plan.groups().map(|group| group.lanes.len()).collect();
    spec.max_lanes = lanes.iter().sum();
    assert!(super::Plan::new(design.schema(), 0, &spec, NOW).is_ok());
    lanes
}

fn instant(seconds: i64, nanos: u32) -> Timestamp {
    Timestamp { seconds: START + seconds, nanos }
}

#[test]
fn a_bucket_in_which_shards_grow_uses_the_larger_count() {
    let grow = Some((instant(DAY + 100, 5), 4));
    let design = Design { bucket: Some(Bucket::Day), shards: Some(2), grow, ..Design::PLAIN };
    assert_eq!(lanes(&design, days(0, 3)), [2, 4, 4]);
    let until = |upper| field_range(Bound::Included(at(0, 0)), upper);
    assert_eq!(lanes(&design, until(Bound::Excluded(at(DAY + 100, 5)))), [2, 2]);
    assert_eq!(lanes(&design, until(Bound::Included(at(DAY + 100, 5)))), [2, 4]);
}

#[test]
fn without_buckets_the_sort_key_time_selects_the_shard_count() {
    let design =
        |form| Design { shards: Some(2), grow: Some((instant(100, 5), 4)), parts: Parts::AtId(form), ..Design::PLAIN };
    let whole = design(Form::Default);
    assert_eq!(lanes(&whole, field_range(Bound::Unbounded, Bound::Excluded(at(100, 5)))), [2]);
    assert_eq!(lanes(&whole, ValueRange::ALL), [4]);
    let given = |design: &Design, seconds, nanos| {
        let mut spec = spec();
        spec.prefix.push(Some(at(seconds, nanos)));
        plan(design, &spec).unwrap().lanes().count()
    };
    assert_eq!([given(&whole, 100, 4), given(&whole, 100, 5)], [2, 4]);
    // All times within a second are written identically, and the end of the range contains more.
    let seconds = design(Form::Time(TimeForm::Seconds));
    assert_eq!([given(&seconds, 99, 9), given(&seconds, 100, 0), given(&seconds, 101, 0)], [2, 4, 4]);
    let id_first = Design { parts: Parts::IdAt, ..whole };
    assert_eq!(plan(&id_first, &spec()).unwrap().lanes().count(), 4);
}

#[test]
fn legacy_keys_have_no_lanes_after_their_end() {
    let until = Some(instant(DAY, 0));
    let design = Design { bucket: Some(Bucket::Day), older: OlderKeys::Both, until, ..Design::PLAIN };
    assert_eq!(lanes(&design, days(0, 2)), [1 + 2 + 1, 1 + 1]);
    let later = Design { until: Some(instant(DAY, 1)), ..design };
    assert_eq!(lanes(&later, days(0, 2)), [1 + 2 + 1, 1 + 2 + 1]);
}

#[test]
fn a_given_time_picks_its_bucket() {
    let design = Design { bucket: Some(Bucket::Day), ..Design::PLAIN };
    let mut spec = spec();
    spec.prefix.push(Some(at(DAY + 5, 0)));
    let plan = plan(&design, &spec).unwrap();
    assert_eq!(partitions(&plan), [["T#abc#2026-06-23"]]);
    assert_eq!(conditions(&plan), [SortCondition::BeginsWith("A#2026-06-23T00:00:05.000000000Z#".to_owned())]);
}

#[test]
fn a_complete_sort_key_is_an_equality_condition() {
    let mut spec = spec();
    spec.prefix = vec![Some(at(0, 0)), Some(KeyValue::Text("t-17".into()))];
    let plan = plan(&Design::PLAIN, &spec).unwrap();
    let key = KeyScalar::S("A#2026-06-22T00:00:00.000000000Z#t-17".to_owned());
    assert_eq!(conditions(&plan), [SortCondition::Equal(key)]);
}

#[test]
fn begins_with_matches_the_escaped_beginning_of_a_value() {
    let mut spec = spec();
    spec.begins_with = Some("a#1".to_owned());
    let design = Design { parts: Parts::IdAt, ..Design::PLAIN };
    assert_eq!(conditions(&plan(&design, &spec).unwrap()), [SortCondition::BeginsWith("A#a%231".to_owned())]);
    spec.begins_with = Some(String::new());
    assert_eq!(conditions(&plan(&design, &spec).unwrap()), [SortCondition::BeginsWith("A#".to_owned())]);
}

#[test]
fn an_empty_range_sends_no_request() {
    let design = Design { bucket: Some(Bucket::Day), ..Design::PLAIN };
    for range in [days(2, 2), days(3, 2)] {
        let mut spec = spec();
        spec.range = range;
        assert_eq!(plan(&design, &spec).unwrap().groups().len(), 0);
    }
}

#[test]
fn an_unbounded_range_needs_a_retention() {
    let design = Design { bucket: Some(Bucket::Day), ..Design::PLAIN };
    let error = plan(&design, &spec()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnboundedRange);
    for named in ["Threat", "query", "`at`", ".between(from..)", "retention"] {
        assert!(error.to_string().contains(named), "{error}");
    }
    let kept = Design { retention: Some(2 * DAY as u64), ..design };
    let plan = plan(&kept, &spec()).unwrap();
    let upper = Bound::Excluded(KeyValue::Time(Timestamp { seconds: NOW.seconds + 300, nanos: 0 }));
    assert_eq!(plan.resolved.sort, field_range(Bound::Included(at(8 * DAY, 0)), upper));
    assert_eq!(partitions(&plan).concat(), ["T#abc#2026-06-30", "T#abc#2026-07-01", "T#abc#2026-07-02"]);
}

#[test]
fn too_many_lanes_are_counted_and_rejected() {
    let design = Design { bucket: Some(Bucket::Minute), shards: Some(3), ..Design::PLAIN };
    let mut spec = spec();
    spec.range = days(0, 3);
    let error = plan(&design, &spec).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooManyLanes);
    assert!(error.to_string().contains(".max_lanes(12960)"), "{error}");
    spec.max_lanes = 12_960;
    assert_eq!(plan(&design, &spec).unwrap().lanes().count(), 12_960);
    // Without buckets no range is too long.
    let mut all = self::spec();
    all.max_lanes = 2;
    let error = plan(&Design { bucket: None, ..design }, &all).unwrap_err().to_string();
    assert!(error.contains("its bound is 2; raise the bound with `.max_lanes(3)`"), "{error}");
    // A year of months, of which some have 28 days.
    let months = Design { bucket: Some(Bucket::Month), ..design };
    (spec.range, spec.max_lanes) = (days(-172, 193), 36);
    assert_eq!(plan(&months, &spec).unwrap().lanes().count(), 36);
    spec.max_lanes = 35;
    assert!(plan(&months, &spec).unwrap_err().to_string().contains("would visit 36 partition keys"));
    spec.range =
        field_range(Bound::Included(KeyValue::Time(Timestamp::MIN)), Bound::Included(KeyValue::Time(Timestamp::MAX)));
    let error = plan(&design, &spec).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooManyLanes);
    assert!(error.to_string().contains("larger buckets"), "{error}");
}

#[test]
fn invalid_arguments_are_rejected() {
    let refused = |change: fn(&mut QuerySpec)| {
        let mut spec = spec();
        change(&mut spec);
        plan(&Design::PLAIN, &spec).unwrap_err().kind()
    };
    assert_eq!(refused(|spec| spec.limit = Some(0)), ErrorKind::InvalidArgument);
    assert_eq!(refused(|spec| spec.scan_limit = Some(0)), ErrorKind::InvalidArgument);
    assert_eq!(refused(|spec| spec.in_flight = 0), ErrorKind::InvalidArgument);
    assert_eq!(refused(|spec| spec.max_lanes = 0), ErrorKind::InvalidArgument);
    assert_eq!(refused(|spec| spec.partition.clear()), ErrorKind::InvalidArgument);
    assert_eq!(refused(|spec| spec.prefix.push(None)), ErrorKind::InvalidArgument);
}

#[test]
fn a_cursor_is_bound_to_its_query_and_design() {
    let cursor = |plan: &Plan| Cursor {
        fingerprint: plan.fingerprint.clone(),
        resolved: plan.resolved.clone(),
        position: Position { group: 0, after: None },
        gaps: Vec::new(),
        is_trusted: true,
    };
    let first = plan(&Design::PLAIN, &spec()).unwrap();
    let mut next = spec();
    next.cursor = Some(Box::new(cursor(&first)));
    next.limit = Some(5);
    assert_eq!(plan(&Design::PLAIN, &next).unwrap().resolved, first.resolved);
    let mut moved = QuerySpec { range: days(0, 1), ..next.clone() };
    assert_eq!(plan(&Design::PLAIN, &moved).unwrap_err().kind(), ErrorKind::CursorForeign);
    moved.resumes = true;
    assert_eq!(plan(&Design::PLAIN, &moved).unwrap().resolved, first.resolved);

    let kind = |design: &Design, change: fn(&mut QuerySpec)| {
        let mut changed = next.clone();
        change(&mut changed);
        plan(design, &changed).unwrap_err().kind()
    };
    assert_eq!(kind(&Design::PLAIN, |spec| spec.direction = Direction::Descending), ErrorKind::CursorForeign);
    assert_eq!(kind(&Design::PLAIN, |spec| spec.prefix.push(Some(at(0, 0)))), ErrorKind::CursorForeign);
    let other = |spec: &mut QuerySpec| spec.partition[0].1 = KeyValue::Text("abd".into());
    assert_eq!(kind(&Design::PLAIN, other), ErrorKind::CursorForeign);
    let index = Design { is_index: true, ..Design::PLAIN };
    assert_eq!(kind(&index, |_| ()), ErrorKind::CursorForeign);
    let resharded = Design { shards: Some(4), ..Design::PLAIN };
    assert_eq!(kind(&resharded, |_| ()), ErrorKind::CursorOutdated);
    let ended = Design { older: OlderKeys::Plain, until: Some(instant(DAY, 0)), ..Design::PLAIN };
    let open = plan(&Design { until: None, ..ended }, &spec()).unwrap();
    assert_ne!(plan(&ended, &spec()).unwrap().fingerprint.design, open.fingerprint.design);
    let grown = Design { shards: Some(2), grow: Some((instant(DAY, 0), 4)), ..Design::PLAIN };
    let even = plan(&Design { grow: None, ..grown }, &spec()).unwrap();
    assert_ne!(plan(&grown, &spec()).unwrap().fingerprint.design, even.fingerprint.design);
    let reformed = Design { parts: Parts::AtId(Form::Bucket(Bucket::Day)), ..Design::PLAIN };
    assert_eq!(kind(&reformed, |_| ()), ErrorKind::CursorOutdated);
}

#[test]
fn an_impossible_position_is_malformed() {
    let design = Design { shards: Some(2), ..Design::PLAIN };
    let first = plan(&design, &spec()).unwrap();
    let malformed = |group, after| {
        let mut spec = spec();
        spec.cursor = Some(Box::new(Cursor {
            fingerprint: first.fingerprint.clone(),
            resolved: first.resolved.clone(),
            position: Position { group, after },
            gaps: Vec::new(),
            is_trusted: true,
        }));
        plan(&design, &spec).unwrap_err().kind()
    };
    let sort = Some(KeyScalar::S("A#2026".to_owned()));
    let after =
        |lane, sort: &Option<KeyScalar>| Some(After { lane, sort: sort.clone(), table_key: None, newest: None });
    let elsewhere = Some(KeyScalar::S("B#2026".to_owned()));
    for (group, after) in
        [(3, None), (1, after(0, &sort)), (0, after(2, &sort)), (0, after(0, &None)), (0, after(0, &elsewhere))]
    {
        assert_eq!(malformed(group, after), ErrorKind::CursorMalformed);
    }
}

#[test]
fn a_plan_prints_its_requests_and_their_price() {
    let design = Design { bucket: Some(Bucket::Day), shards: Some(5), ..Design::PLAIN };
    let mut spec = spec();
    spec.range = days(0, 2);
    spec.direction = Direction::Descending;
    spec.limit = Some(50);
    let plan = plan(&design, &spec).unwrap();
    let range = r#"SK BETWEEN "A#2026-06-22T00:00:00.000000000Z#" AND "A#2026-06-24T00:00:00.000000000Z#""#;
    let expected = format!(
        "Threat::query over the table, descending, eventually consistent
10 lanes in 2 groups, at most 64 requests in flight
first round: 5 requests, 2.5 RCU or more
every lane: 10 requests, 5 RCU or more
at worst a page takes 265 requests if items have up to 400 KB
group 1: 5 lanes, 19 items of each: one round makes the first 50 certain in 99 of 100 cases if the lanes are even; \
lanes that are not yet certain are read again
  PK = \"T#abc#2026-06-23#0\" AND {range}
  PK = \"T#abc#2026-06-23#1\" AND {range}
  PK = \"T#abc#2026-06-23#2\" AND {range}
  and 2 more
group 2: 5 lanes, at most 19 items of each, for what is still wanted
  PK = \"T#abc#2026-06-22#0\" AND {range}
  PK = \"T#abc#2026-06-22#1\" AND {range}
  PK = \"T#abc#2026-06-22#2\" AND {range}
  and 2 more
"
    );
    assert_eq!(plan.to_string(), expected);
    // 19 items of 400 bytes take two blocks of 4 KB.
    let estimate = plan.first_round(400);
    assert_eq!((estimate.requests, estimate.min_read_units, estimate.max_read_units), (5, 2.5, 5.0));
    let estimate = plan.every_lane(400);
    assert_eq!((estimate.requests, estimate.min_read_units, estimate.max_read_units), (10, 5.0, 10.0));
    assert_eq!(plan.schema.lanes_per_bucket(), 5);
}

#[test]
fn a_plan_prints_the_first_groups_and_the_last() {
    let design = Design { bucket: Some(Bucket::Day), ..Design::PLAIN };
    let groups = |days_read| {
        let mut spec = spec();
        spec.range = days(0, days_read);
        let text = plan(&design, &spec).unwrap().to_string();
        let shown = text.lines().filter(|line| line.starts_with("group ") || line.starts_with("and "));
        shown.map(|line| line.split(':').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(groups(31), ["group 1", "group 2", "group 3", "and 27 more groups", "group 31"]);
    assert_eq!(groups(5), ["group 1", "group 2", "group 3", "and 1 more group", "group 5"]);
    assert_eq!(groups(4), ["group 1", "group 2", "group 3", "group 4"]);
}

#[test]
fn a_plan_prints_what_makes_its_items_certain() {
    let asked = |shards: Option<u32>, change: fn(&mut QuerySpec)| {
        let mut spec = spec();
        change(&mut spec);
        let text = plan(&Design { shards, ..Design::PLAIN }, &spec).unwrap().to_string();
        text.lines().find_map(|line| line.strip_prefix("group 1: ")).unwrap().to_owned()
    };
    assert_eq!(
        asked(Some(3), |_| ()),
        "3 lanes, up to 1 MB of each: the answer is certain up to the point that every lane has reached"
    );
    assert_eq!(asked(None, |_| ()), "1 lane, up to 1 MB of it");
    assert_eq!(asked(None, |spec| spec.limit = Some(50)), "1 lane, 50 items of it");
    assert_eq!(
        asked(Some(3), |spec| spec.limit = Some(1)),
        "3 lanes, 1 item of each: one round makes the first 1 certain"
    );
    assert_eq!(
        asked(Some(200), |spec| spec.limit = Some(50)),
        "200 lanes, 5 items of each: one round makes the first 50 certain in 99 of 100 cases if the lanes are even; \
         lanes that are not yet certain are read again"
    );
    assert_eq!(asked(Some(200), |spec| spec.scan_limit = Some(500)), "200 lanes, 3 items of each");
    assert_eq!(
        asked(Some(200), |spec| (spec.limit, spec.scan_limit) = (Some(50), Some(500))),
        "200 lanes, 3 items of each, as the scan limit allows"
    );
}

#[test]
fn a_partition_key_of_two_random_sharded_generations_is_one_lane() {
    let hash = ShardBy::Hash { fields: &[2], with: None, top_share: None };
    let grown = |by, counts: &[(u32, u32)]| {
        let design = Design { shards: Some(1), bucket: Some(Bucket::Day), ..Design::PLAIN };
        let entity = design.schema();
        let key = entity.keys[0];
        let of = |&(first, count): &(u32, u32)| Some(Sharding { count, first, by, grow: &[] });
        let legacy = counts[1..].iter().map(|shards| LegacyKey {
            partition: key.partition,
            shard: of(shards),
            since: None,
            until: None,
        });
        let legacy: &'static [LegacyKey] = legacy.collect::<Vec<_>>().leak();
        let key = KeySchema { shard: of(&counts[0]), legacy, ..key };
        let entity: &'static _ = Box::leak(Box::new(EntitySchema { keys: vec![key].leak(), ..*entity }));
        let mut spec = spec();
        spec.range = days(0, 3);
        let lanes = 3 * key.lanes_per_bucket();
        spec.max_lanes = usize::try_from(lanes).unwrap();
        let plan = Plan::new(entity, 0, &spec, NOW).unwrap();
        assert_eq!(plan.lanes().count(), spec.max_lanes, "{counts:?}");
        spec.max_lanes -= 1;
        let error = Plan::new(entity, 0, &spec, NOW).unwrap_err().to_string();
        assert!(error.contains(&format!("would visit {lanes} partition keys")), "{error}");
        key.lanes_per_bucket()
    };
    assert_eq!(grown(ShardBy::Random, &[(0, 10), (0, 4)]), 10);
    assert_eq!(grown(ShardBy::Random, &[(1, 10), (0, 4)]), 11);
    assert_eq!(grown(ShardBy::Random, &[(0, 4), (0, 10), (2, 10)]), 12);
    // With a hash, each generation's items can be distinguished: there are current and older lanes.
    assert_eq!(grown(hash, &[(0, 10), (0, 4)]), 14);
    assert_eq!(grown(hash, &[(0, 10), (0, 4), (0, 6)]), 16);
}

#[cfg(feature = "client")]
#[test]
fn a_plan_shows_its_filter_and_its_worst_page() {
    let shown = |change: fn(&mut QuerySpec)| {
        let mut spec = spec();
        spec.limit = Some(5);
        spec.add_filter(crate::expression::Condition::has_attribute("is_fault"));
        change(&mut spec);
        let text = plan(&Design { shards: Some(3), ..Design::PLAIN }, &spec).unwrap().to_string();
        text.lines().skip(3).take(3).map(str::to_owned).collect::<Vec<_>>()
    };
    let filter =
        "filter attribute_exists(is_fault), by DynamoDB after items are read: those that do not match are billed too";
    let asked = "group 1: 3 lanes, 16 items of each at first, then by the share of items that match";
    let unbounded = "at worst a page reads all lanes to their ends: 128 RCU for each MB; `scan_limit` bounds it";
    assert_eq!(shown(|_| ()), [filter, unbounded, asked]);
    let bounded = shown(|spec| spec.scan_limit = Some(100));
    assert_eq!(bounded[1], "at worst a page evaluates about 100 items");
}
