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
        KW009: `grow` goes by the time of each item, and the key of `Device` holds none
          key   D#<id>  A
          fix   a time in the sort key, as in `<at>#..`, or its bucket in the partition key, as in `<at:day>`
          or    another count; hash shards keep the items of the older one with `legacy(..)`"#]]
    .assert_eq(&message_text(grow_refusal(device, 0)));
    expect![[r#"
        KW009: index GSI1: `until` goes by the time of each item, and the key of `Device` holds none
          key   ALL  <id>
          fix   a time in the sort key, as in `<at>#..`, or its bucket in the partition key, as in `<at:day>`
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
