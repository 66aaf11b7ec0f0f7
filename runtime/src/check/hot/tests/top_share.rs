//! The declared share of the most frequent value.

use super::*;

#[test]
fn a_top_share_above_one_partition_is_rejected() {
    let threat = || Design::new("Threat", &[("brand", STRING), ("at", Time), ("id", STRING)]);
    let design = threat().key("THREAT#<brand>#<at:month>", "<at>#<id>").peak(10_000, 300);
    assert!(is_silent(design.clone()));
    assert!(is_silent(design.clone().top_share(0.05)));
    check(
        design.clone().top_share(0.125),
        0,
        &expect![[r#"
            KW004: one partition key of `Threat` receives 12.5 % of its writes, more than a partition carries
              key   THREAT#<brand>#2026-06
              peak  1,250 WCU/s on one key (10,000 WCU/s x 12.5 %); one partition carries 1,000
              fix   #[shard(hash(at, id), count = 12)]  keeps `key` and safe retries
              or    #[shard(random = 12)]               append-only: no key without the shard
              note  each month has new keys, which may share partitions; choose one of:
                    6 shards, 27,000 WCU/s of warm throughput, 6 RCU for a page of 50 items
                    12 shards, 21,000 WCU/s, 6 RCU
                    20 shards, 18,000 WCU/s, 10 RCU
              note  set that warm throughput before the load starts, as the generated templates do"#]],
    );
    let index = design.clone().index("GSI1", "BRAND#<brand>", "<at>").top_share(0.3);
    assert!(message_text(refusal(index.build(), 1)).starts_with("KW004: index GSI1: one partition key"));
    let undecided = design.index("GSI1", "ID#<id>", "<at>").top_share(0.3);
    assert_eq!(message_text(refusal(undecided.build(), 1)), "");
}

#[test]
fn a_top_share_of_few_values_above_one_partition_is_rejected() {
    let design = job().key("JOB#<status>", "<at>#<id>").peak(2_500, 300).top_share(0.85);
    check(
        design,
        0,
        &expect![[r#"
            KW004: one partition key of `Job` receives 85 % of its writes, more than a partition carries
              key   JOB#open .. JOB#sent
              peak  2,125 WCU/s on one key (2,500 WCU/s x 85 %); one partition carries 1,000
              fix   #[shard(hash(at, id), count = 7)]  keeps `key` and safe retries
              or    #[shard(random = 7)]               append-only: no key without the shard
              note  a new table has new keys, which may share partitions; choose one of:
                    10 shards, 22,000 WCU/s of warm throughput, 5 RCU for a page of 50 items
                    20 shards, 9,000 WCU/s, 10 RCU
                    35 shards, 6,000 WCU/s, 17.5 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  with #[table(launch = "gradual")], if the load of the new table rises over hours, 3 shards carry the peak once hot partitions have split"#]],
    );
}

#[test]
fn a_top_share_of_a_hashed_value_above_one_shard_is_rejected() {
    let log = || Design::new("OpsLog", &[("at", Time), ("device", STRING), ("id", STRING)]).peak(5_000, 700);
    let by_device_over = |count, share| log().key("OPS_LOG#<at:day>", "<at>#<id>").hash(&[1], count).hash_share(share);
    let by_device = |share| by_device_over(10, share);
    check(
        by_device(0.3),
        0,
        &expect![[r#"
        KW004: one hashed value of `OpsLog` receives 30 % of its writes, more than a shard carries
          key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#9
          peak  1,500 WCU/s on one shard (5,000 WCU/s x 30 %); one partition carries 1,000
          fix   #[shard(hash(at, id), count = 30)]  keeps `key` and safe retries
          note  all writes of one hashed value go to one shard, however many there are"#]],
    );
    assert!(is_silent(by_device_over(100, 0.1)));
    // 40 even shards would suffice. But the shard of the most frequent device has 612 WCU/s, which is too much for one
    // partition together with 4 other shards.
    assert!((61..=100).contains(&missing_margin(by_device_over(40, 0.1).build(), 0)));
    // 900 WCU/s fit on one shard on average. No number of shards leaves a margin for them.
    let near = by_device(0.18).build();
    assert!(refusal(near, 0).is_none());
    assert_eq!(missing_margin(near, 0), 1_001);
    // A hash over more fields divides the load of a device, and so do random shards.
    assert!(is_silent(log().key("OPS_LOG#<at:day>", "<at>#<id>").hash(&[1, 2], 10).top_share(0.3)));
    assert!(is_silent(log().key("OPS_LOG#<at:day>", "<at>#<id>").random(10).top_share(0.3)));
    // For a key with an unknown number of values, the share is that of the key.
    assert!(is_silent(log().key("BRAND#<id>", "<at>").hash(&[1], 10).top_share(0.3)));
}

/// The share of the peak is that of the key before its shards, and the share of the hash that of a value in the key.
#[test]
fn shares_of_the_key_and_of_its_hash_are_multiplied() {
    let table = TableSchema { launch: Launch::Gradual, ..TABLE };
    let fields = [("event", STRING), ("section", STRING), ("seat", STRING)];
    let stock = || Design::in_table("Stock", table, &fields).peak(20_000, 300);
    let by_section =
        |key, hashed| stock().key("STOCK#<event>", "<section>#<seat>").hash(&[1], 24).top_share(key).hash_share(hashed);
    check(
        by_section(1.0, 0.2),
        0,
        &expect![[r#"
            KW004: one hashed value of `Stock` receives 20 % of its writes, more than a shard carries
              key   STOCK#<event>#0 .. STOCK#<event>#23
              peak  4,000 WCU/s on one shard (20,000 WCU/s x 20 %); one partition carries 1,000
              fix   #[shard(hash(section, seat), count = 24)]  keeps `key` and safe retries
              note  all writes of one hashed value go to one shard, however many there are"#]],
    );
    assert!(refusal(by_section(0.5, 0.1).build(), 0).is_none());
    assert!(refusal(by_section(0.5, 0.11).build(), 0).is_some(), "1,100 WCU/s on one shard");
    assert!(is_silent(by_section(0.2, 0.05)));
    // The whole key needs its shards, too.
    let few_shards = stock().key("STOCK#<event>", "<section>#<seat>").hash(&[1], 4).top_share(0.5).hash_share(0.01);
    check(
        few_shards,
        0,
        &expect![[r#"
            KW004: one partition key of `Stock` receives 50 % of its writes, more than its shards carry
              key   STOCK#<event>#0 .. STOCK#<event>#3
              peak  10,000 WCU/s on one key (20,000 WCU/s x 50 %); 4 keys on partitions of their own carry 4,000
              fix   #[shard(hash(section, top_share = 0.01), count = 14)]  keeps `key` and safe retries"#]],
    );
}

#[test]
fn the_share_of_a_hashed_value_is_declared_in_the_hash() {
    let log = || Design::new("Log", &[("at", Time), ("device", STRING), ("id", STRING)]).peak(5_000, 700);
    check(
        log().key("LOG", "<at>#<id>").hash(&[1], 10).top_share(0.3),
        0,
        &expect![[r#"
        KW020: `top_share` of the peak is the share of one partition key, over all its shards, and `Log` writes one at a time
          key   LOG#0 .. LOG#9
          fix   move it into the hash, whose most frequent value has this share: #[shard(hash(device, top_share = ..), count = 10)]"#]],
    );
    check(
        log().key("LOG#<at:day>", "<at>#<id>").hash(&[1], 10).top_share(0.3),
        0,
        &expect![[r#"
        KW020: `top_share` of the peak is the share of one partition key, over all its shards, and `Log` writes one at a time
          key   LOG#2026-06-22#0 .. LOG#2026-06-22#9
          fix   move it into the hash, whose most frequent value has this share: #[shard(hash(device, top_share = ..), count = 10)]
          or    declare both, if the times do not follow the clock: only a part of the writes has the key of the moment"#]],
    );
    // With both, only a part of the writes has the day of the moment.
    let both = log().key("LOG#<at:day>", "<at>#<id>").hash(&[1], 10).top_share(0.3).hash_share(0.2);
    assert!(refusal(both.build(), 0).is_none());
}

#[test]
fn the_share_of_one_value_that_throttles_is_reported() {
    let level = || event().key("LEVEL#<level>", "<id>");
    let share = |design: Design| share_that_throttles(design.build(), 0);
    // 256 equally frequent values are served. One value is throttled from a fifth of the load.
    assert_eq!(share(level().peak(5_000, 300)), 20);
    assert_eq!(share(level().peak(800, 300)), 0);
    assert_eq!(share(level().peak(5_000, 300).top_share(0.1)), 0);
    assert_eq!(share(level().random(6).peak(5_000, 300)), 0);
    assert_eq!(share(event().key("STATUS#<status>", "<id>").peak(2_000, 300)), 50);
    // A hash of few values sends each of them to one shard.
    assert_eq!(share(event().key("EVENT", "<id>").hash(&[3], 200).peak(2_000, 300)), 50);
}
