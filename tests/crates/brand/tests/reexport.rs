//! Tests that derives by a re-export are complete.

use brand::{
    Threat,
    archive::{Archive, ArchiveSchema, Case, Outcome},
};
use platform::{
    chrono::{DateTime, Utc},
    keywright::{
        Entity, Key, KeyField, Schema, Table,
        key::{FieldKind, KeyScalar},
        schema::{IndexProjection, ShardBy},
    },
};

#[test]
fn a_table_is_derived_through_the_reexport() {
    let table = Archive::SCHEMA;
    assert_eq!((table.partition_key.name, table.sort_key, table.discriminator), ("case", None, None));
    let index = table.index("by-outcome").expect("declared");
    assert_eq!((index.partition_key.first.name, index.projection), ("outcome_key", IndexProjection::KeysOnly));
    assert_eq!(ArchiveSchema::ENTITIES.iter().map(|entity| entity.name).collect::<Vec<_>>(), ["Case"]);
}

#[test]
fn a_key_enum_is_derived_through_the_reexport() {
    assert_eq!(Outcome::KIND, FieldKind::OneOf(&["Removed", "false-alarm"]));
    let value = Outcome::FalseAlarm.to_value().expect("a text");
    assert!(matches!(Outcome::from_value(value), Some(Outcome::FalseAlarm)));
}

#[test]
fn native_keys_round_trip_through_the_reexport() {
    let key = Case::key("c#1");
    let stored = key.to_item_key().expect("a key");
    assert_eq!((&stored.partition, &stored.sort), (&KeyScalar::S("c#1".to_owned()), &None));
    assert!(Key::<Case>::from_item_key(&stored).expect("the same key") == key);
}

#[test]
fn a_sharded_index_is_planned_through_the_reexport() {
    let shard = Case::SCHEMA.keys[1].shard.expect("four shards");
    assert!(matches!(shard.by, ShardBy::Hash { fields: [0], with: None, top_share: None }));
    let lanes = |plan: platform::keywright::read::Plan| -> Vec<String> {
        plan.lanes().map(|lane| lane.partition_key().to_string()).collect()
    };
    let all = lanes(Case::ended(Outcome::FalseAlarm).explain().expect("a plan"));
    assert_eq!(all, ["false-alarm#0", "false-alarm#1", "false-alarm#2", "false-alarm#3"]);
    let one = lanes(Case::ended(Outcome::FalseAlarm).shard_of("c#1").explain().expect("a plan"));
    assert!(matches!(&one[..], [lane] if all.contains(lane)), "{one:?}");
}

#[test]
fn an_entity_of_another_crates_table_is_planned() {
    let from: DateTime<Utc> = "2026-05-30T00:00:00Z".parse().expect("a time of RFC 3339");
    let to: DateTime<Utc> = "2026-06-02T00:00:00Z".parse().expect("a time of RFC 3339");
    let plan = Threat::query("abc").between(from..to).explain().expect("a plan");
    let lanes: Vec<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
    assert_eq!(lanes, ["THREAT#abc#2026-05", "THREAT#abc#2026-06"]);
}
