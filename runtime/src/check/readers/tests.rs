use expect_test::expect;

use super::*;
use crate::physics::read_cost::{PAGE_ITEMS, ReadCost};
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind::{Text as STRING, Time},
};

fn ops_log(reads: u64, item_bytes: u64) -> Design {
    let design = Design::new("OpsLog", &[("at", Time), ("call_id", STRING)]).peak(500, item_bytes);
    design.reads(reads)
}

fn message_of(design: Design) -> String {
    message_text(refusal(design.build(), 0))
}

#[test]
fn reads_of_one_key_above_a_partition_are_rejected() {
    let design = ops_log(5_000, 4_500).key("OPS_LOG#<at:day>", "<at>#<call_id>");
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   OPS_LOG#2026-06-22
          peak  5,000 RCU/s on each (5,000 reads/s x 1 RCU, if each reads one item); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads_per_second = ..
          or    put a field of many values into the partition key, so that not all reads have the same key
          or    read an index that projects less: its entries cost less and have their own partitions"#]]
    .assert_eq(&message_of(design));
}

#[test]
fn shards_do_not_divide_queries() {
    let design = ops_log(7_000, 700).key("OPS_LOG#<at:day>", "<at>#<call_id>").random(10);
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#9
          peak  3,500 RCU/s on each (7,000 reads/s x 0.5 RCU, the minimum for a lane without results); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads_per_second = ..
          or    put a field of many values into the partition key, so that not all reads have the same key
          note  more shards do not help: a read visits every one of them"#]].assert_eq(&message_of(design));
    for shards in [2, 10, 500] {
        let fits = ops_log(6_000, 700).key("OPS_LOG#<at:day>", "<at>#<call_id>").random(shards);
        assert_eq!(message_of(fits), "");
        let over = ops_log(6_001, 700).key("OPS_LOG#<at:day>", "<at>#<call_id>").random(shards);
        assert_ne!(message_of(over), "");
    }
}

#[test]
fn hash_shards_divide_reads_by_key() {
    let design = |reads| ops_log(reads, 700).key("OPS_LOG#<at:day>", "<at>#<call_id>").hash(&[1], 4);
    assert_eq!(message_of(design(24_000)), "");
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#3
          peak  3,001 RCU/s on each (24,001 reads/s x 0.5 RCU / 4 shards, if each reads one item by its key); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads_per_second = ..
          or    put a field of many values into the partition key, so that not all reads have the same key
          note  more shards divide reads by key; a query visits every one of them"#]].assert_eq(&message_of(design(24_001)));
}

#[test]
fn the_warning_counts_reads_of_the_newest_50_items() {
    let design = |reads| ops_log(reads, 700).key("OPS_LOG#<at:day>", "<at>#<call_id>");
    let one = design(1_000).build();
    let cost = ReadCost::of(PAGE_ITEMS, 1, one.entry_bytes(0).unwrap());
    assert!(cost.reads_per_second() < 1_000.0 && cost.reads_per_second() > 500.0);
    let fit = newest_that_fit(one, 0) as f64;
    assert!(fit <= cost.reads_per_second() && fit > 0.9 * cost.reads_per_second());
    assert_eq!(newest_that_fit(design(500).build(), 0), 0);
    // Each of ten lanes serves a part of the page.
    assert_eq!(newest_that_fit(design(1_000).random(10).build(), 0), 0);
    let ten = newest_that_fit(design(5_000).random(10).build(), 0);
    assert!(ten > 1_000 && ten < 5_000, "{ten}");
    // If no read fits, only the error is reported.
    assert_eq!(newest_that_fit(design(7_000).random(10).build(), 0), 0);
}

#[test]
fn an_index_counts_its_own_reads() {
    let design = ops_log(9_000, 700).key("CALL#<call_id>", "<at>").index("GSI1", "DAY#<at:day>", "<at>");
    // The reads of one call are not known unless a share is declared.
    assert!(refusal(design.clone().build(), 0).is_none());
    let entity = design.clone().top_share(1.0).build();
    assert!(refusal(entity, 0).is_some() && refusal(entity, 1).is_none());
    let own = design.own_peak(500, 700).own_reads(6_001).build();
    assert!(message_text(refusal(own, 1)).starts_with("KW022: index GSI1: one partition key of `OpsLog`"));
}

#[test]
fn undeclared_reads_are_not_checked() {
    let silent = Design::new("OpsLog", &[("at", Time)]).peak(900, 700).key("OPS_LOG#<at:day>", "<at>").build();
    assert!(refusal(silent, 0).is_none() && newest_that_fit(silent, 0) == 0);
    let stub = ops_log(90_000, 700).build();
    assert!(refusal(stub, 0).is_none() && newest_that_fit(stub, 0) == 0);
}

/// Every number in a warning has a constant in `lint`.
#[test]
fn rounded_warning_numbers_are_within_ten_percent() {
    for bytes in [1, 100, 700, 4_096, 20_000, 81_920, 300_000, 409_600] {
        for lanes in [1, 2, 10, 200] {
            let most = ReadCost::of(PAGE_ITEMS, lanes, bytes).reads_per_second() as u64;
            assert!(most <= 6_000);
            let shown = rounded_down(most);
            assert!(shown <= most && shown >= most - most / 10, "{most}: {shown}");
        }
    }
}

#[test]
fn reads_above_the_quota_are_warned_of_unless_another_message_covers_them() {
    let design = |reads| ops_log(reads, 400).key("CALL#<call_id>", "<at>").random(100);
    assert!(!exceed_quota(design(800).build(), 0) && exceed_quota(design(801).build(), 0));
    let of_a_day = |reads| ops_log(reads, 700).key("OPS_LOG#<at:day>", "<at>").random(10).build();
    assert!(newest_that_fit(of_a_day(5_000), 0) > 0 && !exceed_quota(of_a_day(5_000), 0));
    assert!(refusal(of_a_day(9_000), 0).is_some() && !exceed_quota(of_a_day(9_000), 0));
}

#[test]
fn a_key_of_one_item_has_no_page() {
    let settings = |reads| ops_log(reads, 700).key("SETTINGS", "SETTINGS");
    assert_eq!(newest_that_fit(settings(5_000).build(), 0), 0);
    assert_eq!(newest_that_fit(ops_log(5_000, 700).key("SETTINGS", "<call_id>").build(), 0), 660);
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   SETTINGS
          peak  3,500 RCU/s on each (7,000 reads/s x 0.5 RCU, if each reads one item); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads_per_second = ..
          or    copies of the item under several keys, of which each read takes one at random"#]]
    .assert_eq(&message_of(settings(7_000)));
    assert_eq!((settings(1).build().page_items(0), ops_log(1, 1).key("A", "<at>").build().page_items(0)), (1, 50));
}

#[test]
fn declared_reads_are_counted_as_declared() {
    let design = |reads| ops_log(1, 700).declared_reads(reads).key("OPS_LOG#<at:day>", "<at>#<call_id>");
    let of = |queries| PeakReads::new(queries, 50).gets(2_000).consistent(0.1);
    let fit = design(of(380));
    assert_eq!(message_of(fit.clone()), "");
    assert_eq!(newest_that_fit(fit.build(), 0), 0);
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   OPS_LOG#2026-06-22
          peak  11,000 RCU/s on each (2,000 queries/s of 50 items x 4.95 RCU + 2,000 gets/s x 0.55 RCU, 10 % of them strongly consistent); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads(..)
          or    eventually consistent reads, which cost half as much
          or    queries of fewer items
          or    put a field of many values into the partition key, so that not all reads have the same key"#]].assert_eq(&message_of(design(of(2_000))));
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#9
          peak  3,002 RCU/s on each (2,001 queries/s of 50 items x 1.5 RCU in each of 10 lanes); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads(..)
          or    queries of fewer items
          or    put a field of many values into the partition key, so that not all reads have the same key"#]].assert_eq(&message_of(design(PeakReads::new(2_001, 50)).random(10)));
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#9
          peak  3,500 RCU/s on each (7,000 gets/s x 0.5 RCU in each of 10 lanes); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads(..)
          or    put a field of many values into the partition key, so that not all reads have the same key
          note  more shards do not help: a read visits every one of them"#]]
    .assert_eq(&message_of(design(PeakReads::new(0, 50).gets(7_000)).random(10)));
    expect![[r#"
        KW022: one partition key of `OpsLog` is read more often than it can be served
          key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#3
          peak  3,750 RCU/s on each (30,000 gets/s x 0.5 RCU / 4 shards); one partition serves 3,000
          fix   declare only the misses of a cache in the process: reads(..)
          or    put a field of many values into the partition key, so that not all reads have the same key
          note  more shards divide reads by key; a query visits every one of them"#]]
    .assert_eq(&message_of(design(PeakReads::new(0, 1).gets(30_000)).hash(&[1], 4)));
}

#[test]
fn reads_of_several_entities_are_added() {
    let of = |name, reads| {
        let design = Design::new(name, &[("at", Time), ("call_id", STRING)]).peak(5, 700).reads(reads);
        design.key("OPS_LOG#<at:day>", "<at>#<call_id>").build()
    };
    let message = |entities: &[&EntitySchema]| message_text(summed_refusal(entities, entities.len() - 1));
    assert_eq!(message(&[of("OpsLog", 4_000), of("Alarm", 2_000)]), "");
    expect![[r#"
        KW022: `Alarm` and others are read by one partition key, together more often than it can be served
          key   OPS_LOG#2026-06-22
          peak  `OpsLog` 2,000 RCU/s
                `Alarm` 1,001 RCU/s
                3,001 RCU/s in all; one partition serves 3,000
          fix   declare only the misses of a cache in the process
          or    a partition key of its own: another literal at the beginning of its template"#]]
    .assert_eq(&message(&[of("OpsLog", 4_000), of("Alarm", 2_001)]));
}
