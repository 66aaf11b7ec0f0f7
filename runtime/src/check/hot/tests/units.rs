//! The write units of a declared peak.

use super::*;

#[test]
fn capacity_is_counted_from_declared_bytes() {
    let design = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").peak(600, 1_024);
    check(design, 0, &expect![""]);
    let design = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").peak(600, 1_025);
    check(
        design,
        0,
        &expect![[r#"
            KW003: `OpsLog` writes each day to one partition key
              key   OPS_LOG#2026-06-22
              peak  1,200 WCU/s (600 writes/s x 2 WCU); one partition carries 1,000
              fix   #[shard(hash(at, call_id), count = 5)]  keeps `key` and safe retries
              or    #[shard(random = 5)]                    append-only: no key without the shard
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  each day has new keys, which may share partitions; choose one of:
                    3 shards, 32,000 WCU/s of warm throughput, 10.5 RCU for a page of 50 items
                    5 shards, 6,000 WCU/s, 12.5 RCU
                    9 shards, 4,000 WCU/s, 18 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  without the day in the key, splits for heat stay: 2 shards carry the peak once hot partitions have split, and 3 from the first minute of a new table"#]],
    );
}

#[test]
fn creates_updates_and_transactions_count_their_cost() {
    use crate::schema::Peak;
    let with = |design: Design, peak: Peak| design.with(|entity| entity.peak = Some(peak));
    let by_status = || event().key("EVENT#<id>", "<at>").index("GSI1", "ALL", "<at>");
    // Updates of a time that is only in the index's sort key move its entries: two writes each.
    let moved =
        || Design::new("Event", &[("id", STRING), ("at", Time)]).key("E#<id>", "E").index("GSI1", "ALL", "<at>");
    assert_eq!(message_text(refusal(with(moved(), Peak::new(100, 300).updates(400)).build(), 1)), "");
    expect![[r#"
        KW001: index GSI1: every `Event` writes the same key "ALL"
          peak  1,100 WCU/s (100 creates/s x 1 WCU, 500 updates/s x 2 WCU); one partition carries 1,000
          fix   shard(random = 3)           inside #[gsi(index = "GSI1", ..)]
          or    shard(hash(at), count = 3)  a read with these fields visits one lane
          note  an update that changes this key costs two writes; declare the share that does with peak(moves = ..)  inside this `#[gsi]`
          note  a new table has new keys, which may share partitions; choose one of:
                3 shards, 32,000 WCU/s of warm throughput, 3 RCU for a page of 50 items
                5 shards, 6,000 WCU/s, 5 RCU
                8 shards, 3,000 WCU/s, 8 RCU
          note  set that warm throughput before the load starts, as the generated templates do
          note  with #[table(launch = "gradual")], if the load of the new table rises over hours, 2 shards carry the peak once hot partitions have split"#]].assert_eq(&message_text(refusal(with(moved(), Peak::new(100, 300).updates(500)).build(), 1)));
    assert!(is_silent(with(by_status(), Peak::new(400, 300).updates(400))));
    let doubled = with(event().key("LOG", "<id>"), Peak::new(700, 300).in_transactions(0.9));
    expect![[r#"
        KW001: every `Event` writes the same key "LOG"
          peak  1,330 WCU/s (700 creates/s = 1,330 WCU/s); one partition carries 1,000
          fix   #[shard(hash(id), count = 3)]  keeps `key` and safe retries
          or    #[shard(random = 3)]           append-only: no key without the shard
          note  writes in transactions cost twice the units
          note  a new table has new keys, which may share partitions; choose one of:
                3 shards, 32,000 WCU/s of warm throughput, 3 RCU for a page of 50 items
                6 shards, 9,000 WCU/s, 6 RCU
                10 shards, 5,000 WCU/s, 5 RCU
          note  set that warm throughput before the load starts, as the generated templates do
          note  with #[table(launch = "gradual")], if the load of the new table rises over hours, 2 shards carry the peak once hot partitions have split"#]]
    .assert_eq(&message_text(refusal(doubled.build(), 0)));
}
