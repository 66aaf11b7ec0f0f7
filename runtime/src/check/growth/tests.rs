use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind::{Text as TextKind, Time},
};

#[test]
fn growth_and_until_need_a_time_in_the_key() {
    let fields = [("id", TextKind), ("at", Time)];
    let device = Design::new("Device", &fields).key("D#<id>", "A").index("GSI1", "ALL", "<id>").build();
    expect![[r#"
        KW009: `grow` depends on the time of each item, but the key of `Device` contains none
          key   D#<id>  A
          fix   add a time to the sort key, as in `<at>#..`, or its bucket to the partition key, as in `<at:day>`
          or    write another count; with hash shards, keep the older items readable with `legacy(..)`"#]]
    .assert_eq(&message_text(grow_refusal(device, 0)));
    expect![[r#"
        KW009: index GSI1: `until` depends on the time of each item, but the key of `Device` contains none
          key   ALL  <id>
          fix   add a time to the sort key, as in `<at>#..`, or its bucket to the partition key, as in `<at:day>`
          or    leave `until` out: every read then visits the older key"#]]
    .assert_eq(&message_text(until_refusal(device, 1)));
}

#[test]
fn growth_accepts_a_time_anywhere_in_the_key() {
    let fields = [("id", TextKind), ("at", Time)];
    for (partition, sort) in [("D#<at:day>", "<id>"), ("D#<id>", "<id>#<at>"), ("D#<id>#<at:s>", "A")] {
        let device = Design::new("Device", &fields).key(partition, sort).build();
        assert_eq!(message_text(grow_refusal(device, 0)), "", "{partition} {sort}");
        assert_eq!(device.keys[0].time_field(device), Some(1));
    }
}

#[test]
fn the_bucketed_field_is_preferred_as_the_time_of_the_key() {
    let fields = [("seen", Time), ("at", Time), ("sold", Time)];
    let time = |partition, sort| {
        let device = Design::new("Device", &fields).key(partition, sort).build();
        device.keys[0].time_field(device)
    };
    assert_eq!(time("D#<seen:s>#<at:day>", "<sold>#<at>"), Some(1));
    assert_eq!(time("D#<seen>", "<sold>#<at>"), Some(2));
}

/// A device whose key is in use from this second, after the older key `OLD#<at:day>#<id>`.
fn since(partition: &'static str, sort: &'static str, seconds: i64) -> &'static crate::schema::EntitySchema {
    after("OLD#<at:day>#<id>", partition, sort, seconds)
}

/// A device whose key is in use from this second, after this older key.
fn after(
    older: &'static str,
    partition: &'static str,
    sort: &'static str,
    seconds: i64,
) -> &'static crate::schema::EntitySchema {
    let fields = [("id", TextKind), ("at", Time)];
    let device = Design::new("Device", &fields).key(partition, sort).legacy(older).build();
    let since = Some(crate::key::Timestamp { seconds, nanos: 0 });
    let key = crate::schema::KeySchema { since, ..device.keys[0] };
    Box::leak(Box::new(crate::schema::EntitySchema { keys: vec![key].leak(), ..*device }))
}

#[test]
fn since_is_the_first_instant_of_a_value() {
    const NOON: i64 = 43_200;
    assert_eq!(message_text(since_refusal(since("D#<at:day>", "<at>#<id>", NOON), 0)), "", "the sort key tells");
    assert_eq!(message_text(since_refusal(since("D#<at:day>", "<id>", 2 * NOON), 0)), "");
    assert_eq!(message_text(since_refusal(since("D#<id>", "<at:s>", NOON), 0)), "");
    expect![[r#"
        KW009: `since` lies within one value of `at` as the key of `Device` writes it
          key   D#<at:day>  <id>
          fix   write the first instant of such a value, such as midnight UTC for `<at:day>`"#]]
    .assert_eq(&message_text(since_refusal(since("D#<at:day>", "<id>", NOON), 0)));
    assert!(!message_text(since_refusal(since("D#<at:day>", "<at:hour>#<id>", NOON + 5), 0)).is_empty());
    expect![[r#"
        KW009: `since` depends on the time of each item, but the key of `Device` contains none
          key   D#<id>  A
          fix   add a time to the sort key, as in `<at>#..`, or its bucket to the partition key, as in `<at:day>`
          or    change the template in two releases: the first reads the new key with `legacy(..)`, the second writes it"#]]
    .assert_eq(&message_text(since_refusal(since("D#<id>", "A", NOON), 0)));
}

#[test]
fn items_are_as_different_before_since() {
    const DAY: i64 = 86_400;
    let refused = |older, partition, sort| message_text(since_refusal(after(older, partition, sort, DAY), 0));
    expect![[r#"
        KW009: before `since`, items of `Device` that differ in `id` alone would have the same key
          key   OLD  <at>
          fix   add the field to the older key or to the sort key, as the current key writes it
          or    change the template in two releases: the first reads the new key with `legacy(..)`, the second writes it"#]]
    .assert_eq(&refused("OLD", "D#<id>", "<at>"));
    assert!(refused("OLD#<at:month>", "D#<at:day>", "<id>").contains("that differ in `at` alone"));
    for (older, partition, sort) in [
        ("OLD", "D#<at:day>", "<at:s>#<id>"),
        ("OLD#<id>", "D#<id>#<at:month>", "<at>"),
        ("OLD#<at:day>", "D#<at:day>", "<id>"),
    ] {
        assert_eq!(refused(older, partition, sort), "", "{older} {partition} {sort}");
    }
}
