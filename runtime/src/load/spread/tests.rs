use super::*;
use crate::{
    check::samples::{Design, FLAG, STATUS, U64},
    key::FieldKind::{self, Date, Text, Time},
};

const FIELDS: &[(&str, FieldKind)] = &[
    ("status", STATUS),
    ("done", FLAG),
    ("at", Time),
    ("name", Text),
    ("count", U64),
    ("on", Date),
    ("level", FieldKind::Integer { digits: 3, signed: true }),
];

fn reached(template: &'static str, fields: &'static [u8], count: u32) -> (u64, bool) {
    let entity = Design::new("Item", FIELDS).key(template, "<name>").hash(fields, count).build();
    let shards = Shards::of(entity, &entity.keys[0].partition, entity.keys[0].shard);
    (shards.reached(), shards.inputs.is_some())
}

#[test]
fn a_hash_reaches_at_most_as_many_shards_as_values() {
    assert_eq!(reached("ITEM#<at:day>", &[3], 10), (10, false));
    assert_eq!(reached("ITEM#<at:day>", &[2], 10), (10, false));
    assert_eq!(reached("ITEM#<at:day>", &[0], 10), (3, true));
    assert_eq!(reached("ITEM#<at:day>", &[0, 1], 4), (4, true));
    assert_eq!(reached("ITEM#<at:day>", &[0, 1], 10), (6, true));
    assert_eq!(reached("ITEM#<at:day>", &[6], 300), (256, true));
}

#[test]
fn hashing_fields_of_the_partition_key_spreads_nothing() {
    assert_eq!(reached("ITEM#<status>", &[0], 10), (1, true));
    assert_eq!(reached("ITEM#<status>", &[0, 1], 10), (2, true));
    assert_eq!(reached("ITEM#<name>", &[3], 10), (1, true));
    assert_eq!(reached("ITEM#<name:lower>", &[3], 10), (10, false));
    assert_eq!(reached("ITEM#<at>", &[2], 10), (1, true));
}

#[test]
fn hashing_a_date_spreads_nothing_within_its_day() {
    assert_eq!(reached("ITEM#<on>", &[5], 12), (1, true));
    assert_eq!(reached("ITEM", &[5], 12), (1, true));
    assert_eq!(reached("ITEM#<on>", &[5, 3], 12), (12, false));
}

#[test]
fn hashing_a_ttl_spreads_nothing_within_a_second() {
    let reached = |template, fields: &'static [u8], count| {
        let entity = Design::new("Item", FIELDS).ttl("at").key(template, "<name>").hash(fields, count).build();
        let shards = Shards::of(entity, &entity.keys[0].partition, entity.keys[0].shard);
        (shards.reached(), shards.inputs.is_some())
    };
    assert_eq!(reached("ITEM", &[2], 12), (1, true));
    assert_eq!(reached("ITEM#<at:day>", &[2], 12), (1, true));
    assert_eq!(reached("ITEM#<at:ms>", &[2], 12), (1, true));
    assert_eq!(reached("ITEM", &[2, 3], 12), (12, false));
    let in_seconds = Design::new("Item", FIELDS).ttl("count").key("ITEM", "<name>").hash(&[4], 12).build();
    assert_eq!(Shards::of(in_seconds, &in_seconds.keys[0].partition, in_seconds.keys[0].shard).reached(), 1);
    assert_eq!(reached("ITEM", &[2, 0], 12), (3, true));
}

#[test]
fn random_shards_are_all_reached() {
    let entity = Design::new("Item", FIELDS).key("ITEM#<on>", "<name>").random(12).build();
    let shards = Shards::of(entity, &entity.keys[0].partition, entity.keys[0].shard);
    assert_eq!((shards.reached(), shards.inputs.is_some()), (12, false));
    assert_eq!(Shards::of(entity, &entity.keys[0].partition, None).reached(), 1);
}

#[test]
fn a_hash_of_text_is_even_only_if_it_distinguishes_items() {
    let is_unknown = |partition: &'static str, sort: &'static str, fields: &'static [u8]| {
        let entity = Design::new("Item", FIELDS).key(partition, sort).hash(fields, 10).build();
        Shards::of(entity, &entity.keys[0].partition, entity.keys[0].shard).is_unknown
    };
    assert!(is_unknown("ITEM#<at:day>", "<at>#<name>", &[3]));
    assert!(!is_unknown("ITEM#<at:day>", "<at>#<name>", &[2, 3]));
    assert!(!is_unknown("ITEM#<at:day>", "<at>#<name>", &[2]), "a time of less than a second");
    assert!(!is_unknown("ITEM#<status>", "<name>", &[3]), "the status is that of the partition key");
    assert!(is_unknown("ITEM#<status:lower>", "<name>#<count>", &[3]));
    assert!(!is_unknown("ITEM#<name:lower>", "<count>", &[4]), "one part of the name");
    assert!(!is_unknown("ITEM", "<name>", &[0]), "few values");
}
