//! Tests the table with the entities of both crates, in the crate above them. One of these has the traits by the
//! platform's re-export, and they are the same traits.

use std::any::TypeId;

use above::PlatformSchema;
use brand::Threat;
use chrono::{DateTime, Utc};
use keywright::{
    Entity, Schema, Table,
    key::FieldKind,
    schema::{Bucket, Form, IndexProjection, Segment, ShardBy},
};
use ops::OpsLog;
use platform::{Platform, Severity};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time of RFC 3339")
}

#[test]
fn the_list_has_the_entities_of_both_crates() {
    let listed = PlatformSchema::ENTITIES;
    assert_eq!(listed.iter().map(|entity| entity.name).collect::<Vec<_>>(), ["OpsLog", "Threat"]);
    assert_eq!(format!("{:?}", listed[0]), format!("{:?}", OpsLog::SCHEMA));
    assert_eq!(format!("{:?}", listed[1]), format!("{:?}", Threat::SCHEMA));
    assert!(listed.iter().all(|entity| entity.table.name == "Platform"));
}

#[test]
fn the_schema_is_separate_from_the_list_of_the_table() {
    assert_eq!(TypeId::of::<<PlatformSchema as Schema>::Table>(), TypeId::of::<Platform>());
    assert!(Platform::LISTED.is_none());
}

#[test]
fn the_schema_has_indexes_and_enums_of_other_crates() {
    let threat = PlatformSchema::ENTITIES[1];
    let index = threat.keys[1].index.and_then(|name| threat.table.index(name)).expect("GSI1 is declared");
    assert_eq!((index.name, index.projection), ("GSI1", IndexProjection::All));
    assert_eq!(index.sort_key.map(|key| key.first.name), Some("GSI1SK"));
    let severity = threat.fields.iter().find(|field| field.name == "severity").and_then(|field| field.kind);
    assert_eq!(severity, Some(FieldKind::OneOf(&["low", "high", "critical"])));
}

#[test]
fn the_schema_has_buckets_and_shards() {
    let [log] = PlatformSchema::ENTITIES[0].keys else { panic!("the table's key alone") };
    let bucket = Segment::Field { field: 0, form: Form::Bucket(Bucket::Day), raw: false };
    assert!(log.partition.segments.contains(&bucket));
    let shard = log.shard.expect("random shards");
    assert_eq!(shard.count, 10);
    assert!(matches!(shard.by, ShardBy::Random));
}

#[test]
fn keys_of_both_crates_round_trip() {
    let when = at("2026-06-22T14:05:06.5Z");
    let log = OpsLog::key_in_shard(7, when, "c#1");
    let stored = log.to_item_key().expect("a key");
    assert_eq!(stored.partition.as_s(), Some("OPS_LOG#2026-06-22#7"));
    assert_eq!(stored.sort.as_ref().and_then(|sort| sort.as_s()), Some("2026-06-22T14:05:06.500000000Z#c%231"));
    assert!(keywright::Key::from_item_key(&stored).expect("the same key") == log);

    let threat = Threat::key("a b", when, "t-17").to_item_key().expect("a key");
    assert_eq!(threat.partition.as_s(), Some("THREAT#a b#2026-06"));
    assert_eq!(threat.sort.as_ref().and_then(|sort| sort.as_s()), Some("ALERT#2026-06-22T14:05:06.500Z#t-17"));
    assert!(keywright::Key::<OpsLog>::from_item_key(&threat).is_err());
}

#[test]
fn queries_of_both_crates_are_planned() {
    let days = at("2026-06-21T00:00:00Z")..at("2026-06-23T00:00:00Z");
    let plan = OpsLog::query().between(days).newest_first().limit(50).explain().expect("a plan");
    assert_eq!((plan.groups().len(), plan.lanes().count()), (2, 20));
    let first = plan.lanes().next().map(|lane| lane.partition_key().to_string());
    assert_eq!(first.as_deref(), Some("OPS_LOG#2026-06-22#0"));

    let plan = Threat::by_severity(Severity::High, "abc").limit(50).explain().expect("a plan");
    assert_eq!(
        plan.to_string(),
        "Threat::by_severity over the index GSI1, ascending, eventually consistent\n\
         1 lane in 1 group, at most 64 requests in flight\n\
         first round: 1 request, 0.5 RCU or more\n\
         at worst a page takes 27 requests if items have up to 400 KB\n\
         group 1: 1 lane, 50 items of it\n  \
         GSI1PK = \"SEVERITY#high#abc\" AND begins_with(GSI1SK, \"THREAT#\")\n"
    );
}
