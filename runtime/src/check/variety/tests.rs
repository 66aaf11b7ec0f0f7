use super::*;
use crate::{
    check::samples::{Design, FLAG, STATUS, U64},
    key::FieldKind::{Text, Time},
};

const FIELDS: &[(&str, FieldKind)] =
    &[("status", STATUS), ("done", FLAG), ("at", Time), ("name", Text), ("count", U64)];

#[test]
fn what_varies_in_a_partition_key() {
    let of = |template| {
        let entity = Design::new("Item", FIELDS).key(template, "<name>").random(4).build();
        Variety::of(entity, &entity.keys[0].partition)
    };
    assert_eq!(of("ITEM"), Variety::Constant);
    assert_eq!(of("ITEM#<at:day>"), Variety::Bucket(Bucket::Day));
    assert_eq!(of("ITEM#<status>"), Variety::Few(3));
    assert_eq!(of("ITEM#<status>#<done>#<at:hour>"), Variety::Few(6));
    assert_eq!(of("ITEM#<status>#<status>"), Variety::Few(3));
    assert_eq!(of("ITEM#<status>#<name>"), Variety::Unknown);
    assert_eq!(of("ITEM#<at>"), Variety::Unknown);
    assert_eq!(of("ITEM#<count>"), Variety::Unknown);
}

#[test]
fn a_hash_spreads_over_no_more_values_than_it_sees() {
    let of = |template, fields: &'static [u8], count| {
        let entity = Design::new("Item", FIELDS).key(template, "<name>").hash(fields, count).build();
        let key = &entity.keys[0];
        spread(entity, &key.partition, key.shard)
    };
    assert_eq!(of("ITEM#<at:day>", &[3], 10), 10);
    assert_eq!(of("ITEM#<at:day>", &[2], 10), 10);
    assert_eq!(of("ITEM#<at:day>", &[0], 10), 3);
    assert_eq!(of("ITEM#<at:day>", &[0, 1], 4), 4);
    assert_eq!(of("ITEM#<at:day>", &[0, 1], 10), 6);
    assert_eq!(of("ITEM#<status>", &[0], 10), 1);
    assert_eq!(of("ITEM#<status>", &[0, 1], 10), 2);
    assert_eq!(of("ITEM#<name>", &[3], 10), 1);
    assert_eq!(of("ITEM#<name:lower>", &[3], 10), 10);
}
