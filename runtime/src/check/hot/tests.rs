use expect_test::{Expect, expect};

use super::*;
use crate::physics::shards::{DEFAULT_TARGET, shards_for};
use crate::{
    check::samples::{Design, FLAG, STATUS, TABLE, message_text},
    key::FieldKind::{self, Text as STRING, Time},
    schema::TableSchema,
};

fn ops_log() -> Design {
    Design::new("OpsLog", &[("at", Time), ("call_id", STRING)])
}

fn job() -> Design {
    Design::new("Job", &[("status", STATUS), ("id", STRING), ("at", Time), ("done", FLAG)])
}

fn check(design: Design, key: usize, expected: &Expect) {
    expected.assert_eq(&message_text(refusal(design.build(), key)));
}

fn few_values(entity: &EntitySchema, key: usize) -> usize {
    warnings(entity, key).few_values
}

fn lone_bucket(entity: &EntitySchema, key: usize) -> bool {
    warnings(entity, key).lone_bucket
}

fn missing_margin(entity: &EntitySchema, key: usize) -> usize {
    warnings(entity, key).missing_margin
}

fn share_that_throttles(entity: &EntitySchema, key: usize) -> usize {
    warnings(entity, key).share_that_throttles
}

fn above_quota(entity: &EntitySchema, key: usize) -> bool {
    warnings(entity, key).above_quota
}

fn is_silent(design: Design) -> bool {
    let entity = design.build();
    (0..entity.keys.len()).all(|key| refusal(entity, key).is_none() && warnings(entity, key) == Warnings::NONE)
}

#[test]
fn a_bucket_with_a_peak_above_one_partition_is_rejected() {
    let design = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").peak(5_000, 700);
    check(
        design,
        0,
        &expect![[r#"
            KW003: `OpsLog` writes each day to one partition key
              key   OPS_LOG#2026-06-22
              peak  5,000 WCU/s (5,000 writes/s x 1 WCU); one partition carries 1,000
              fix   #[shard(random = 30)]                    append-only: no key without the shard
              or    #[shard(hash(at, call_id), count = 30)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  each day has new keys, which may share partitions: 30 shards need 33,000 WCU/s of warm throughput, 60 need 17,000, 100 need 12,000
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split"#]],
    );
}

#[test]
fn too_few_shards_are_rejected() {
    let design = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").random(2).peak(3_500, 700);
    check(
        design,
        0,
        &expect![[r#"
            KW004: `OpsLog` needs 14 shards for its peak and has 2
              key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#1
              peak  3,500 WCU/s (3,500 writes/s x 1 WCU); 2 keys on partitions of their own carry 2,000
              fix   #[shard(random = 14)]  append-only: no key without the shard
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  each day has new keys, which may share partitions: 14 shards need 36,000 WCU/s of warm throughput, 28 need 15,000, 49 need 10,000
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  without the day in the key, splits for heat stay: 5 shards carry the peak once hot partitions have split"#]],
    );
    let design = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").hash(&[0, 1], 4).peak(5_000, 3_000);
    check(
        design,
        0,
        &expect![[r#"
            KW004: `OpsLog` needs 780 shards for its peak and has 4
              key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#3
              peak  20,000 WCU/s (5,000 writes/s x 4 WCU); 4 keys on partitions of their own carry 4,000
              fix   #[shard(hash(at, call_id), count = 780)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  3,000 declared bytes are 3,080 stored, with key, index and discriminator attributes
              note  each day has new keys, which may share partitions: 780 shards need 40,000 WCU/s of warm throughput
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  with a quota that AWS has raised, #[table(quota = 145000)], 140 shards are enough
              note  without the day in the key, splits for heat stay: 29 shards carry the peak once hot partitions have split"#]],
    );
}

#[test]
fn hashing_few_values_reaches_fewer_shards() {
    let design = job().key("JOB#<at:day>", "<at>#<id>").hash(&[3], 10).peak(5_000, 700);
    check(
        design,
        0,
        &expect![[r#"
            KW004: `Job` needs 30 shards for its peak and has 2
              key   JOB#2026-06-22#0 .. JOB#2026-06-22#9
              peak  5,000 WCU/s (5,000 writes/s x 1 WCU); 2 keys on partitions of their own carry 2,000
              fix   #[shard(hash(at, id), count = 30)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  10 shards are declared, and one key reaches 2: the hashed fields take no more values in it at one moment
              note  each day has new keys, which may share partitions: 30 shards need 33,000 WCU/s of warm throughput, 60 need 17,000, 100 need 12,000
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split"#]],
    );
    assert!(is_silent(job().key("JOB#<at:day>", "<at>#<id>").hash(&[3, 1], 30).peak(5_000, 700)));
}

#[test]
fn a_constant_key_is_rejected() {
    check(
        ops_log().key("OPS_LOG", "<at>"),
        0,
        &expect![[r#"
            KW001: every `OpsLog` writes the same key "OPS_LOG"
              peak  not declared; one partition carries 1,000 WCU/s
              fix   declare it, and the compiler counts the shards, if any are needed: #[peak(writes_per_second = .., item_bytes = ..)]
              or    #[shard(random = 10)]           append-only: no key without the shard
              or    #[shard(hash(at), count = 10)]  keeps `key` and safe retries
              or    allow_hot = "why this stays small"  inside #[pk(..)]"#]],
    );
    check(
        ops_log().key("OPS_LOG", "<at>").peak(5_000, 700),
        0,
        &expect![[r#"
            KW001: every `OpsLog` writes the same key "OPS_LOG"
              peak  5,000 WCU/s (5,000 writes/s x 1 WCU); one partition carries 1,000
              fix   #[shard(random = 6)]           append-only: no key without the shard
              or    #[shard(hash(at), count = 6)]  keeps `key` and safe retries
              or    allow_hot = "why this stays small"  inside #[pk(..)]"#]],
    );
    assert!(is_silent(ops_log().key("OPS_LOG", "<at>").random(10)));
    assert!(is_silent(ops_log().key("OPS_LOG", "<at>").peak(300, 700)));
    assert!(is_silent(ops_log().key("OPS_LOG", "<at>").allow_hot()));
    assert!(is_silent(ops_log().key("OPS_LOG", "<at>").allow_hot().peak(5_000, 700)));
}

#[test]
fn a_constant_index_key_is_rejected() {
    let brand = || Design::new("Brand", &[("id", STRING)]).key("BRAND#<id>", "BRAND");
    check(
        brand().index("GSI1", "BRAND_INDEX", "<id>"),
        1,
        &expect![[r#"
            KW001: index GSI1: every `Brand` writes the same key "BRAND_INDEX"
              peak  not declared; one partition carries 1,000 WCU/s
              fix   declare it, and the compiler counts the shards, if any are needed: peak(writes_per_second = .., item_bytes = ..)  inside this `#[gsi]`
              or    shard(random = 10)           inside #[gsi(index = "GSI1", ..)]
              or    shard(hash(id), count = 10)  a read that knows them visits one lane
              or    allow_hot = "why this stays small"  inside #[gsi(index = "GSI1", ..)]"#]],
    );
    assert!(is_silent(brand().index("GSI1", "BRAND_INDEX", "<id>").allow_hot()));
    assert!(is_silent(brand().index("GSI1", "BRAND_INDEX", "<id>").random(3)));
    assert!(is_silent(brand().index("GSI1", "BRAND_INDEX", "<id>").own_peak(50, 300).peak(9_000, 300)));
}

#[test]
fn an_unsharded_index_of_a_sharded_table_is_rejected() {
    let design = ops_log()
        .key("OPS_LOG#<at:day>", "<at>#<call_id>")
        .random(10)
        .index("GSI1", "BY_DAY#<at:day>", "<at>")
        .peak(5_000, 700);
    check(
        design.clone(),
        1,
        &expect![[r#"
            KW003: index GSI1: `OpsLog` writes each day to one partition key
              key   BY_DAY#2026-06-22
              peak  5,000 WCU/s (5,000 writes/s x 1 WCU); one partition carries 1,000
              fix   shard(random = 30)           inside #[gsi(index = "GSI1", ..)]
              or    shard(hash(at), count = 30)  a read that knows them visits one lane
              or    top_share = ..  inside peak(..) of this `#[gsi]`, if its times do not follow the clock
              note  each day has new keys, which may share partitions: 30 shards need 33,000 WCU/s of warm throughput, 60 need 17,000, 100 need 12,000
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split"#]],
    );
    check(design, 0, &expect![""]);
}

#[test]
fn few_values_with_a_peak_above_them_are_rejected() {
    let design = job().key("JOB#<id>", "JOB").index("GSI1", "STATUS#<status>", "<at>").peak(20_000, 300);
    check(
        design,
        1,
        &expect![[r#"
            KW002: index GSI1: `Job` writes to only 3 partition keys
              key   STATUS#open .. STATUS#sent
              peak  20,000 WCU/s (20,000 writes/s x 1 WCU); 3 keys on partitions of their own carry 3,000
              fix   shard(random = 8)           inside #[gsi(index = "GSI1", ..)]
              or    shard(hash(at), count = 8)  a read that knows them visits one lane
              note  8 shards for each of 3 values make 24 keys, if the values are equally frequent; else declare the share of the most frequent one: top_share = ..  inside peak(..) of this `#[gsi]`"#]],
    );
    let design = job().key("JOB#<status>#<at:day>", "<id>").random(2).peak(20_000, 300);
    check(
        design,
        0,
        &expect![[r#"
            KW002: `Job` writes to only 6 partition keys at a time
              key   JOB#open#2026-06-22#0 .. JOB#sent#2026-06-22#1
              peak  20,000 WCU/s (20,000 writes/s x 1 WCU); 6 keys on partitions of their own carry 6,000
              fix   #[shard(random = 780)]  append-only: no key without the shard
              note  780 shards carry a value that takes everything; declare the share of the most frequent one, if it takes less: top_share = ..  inside #[peak(..)]
              note  each day has new keys, which may share partitions: 780 shards need 40,000 WCU/s of warm throughput
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  with a quota that AWS has raised, #[table(quota = 145000)], 140 shards are enough"#]],
    );
    let design = job().key("JOB#<done>", "<id>").hash(&[3], 40).peak(5_000, 300);
    check(
        design,
        0,
        &expect![[r#"
            KW002: `Job` writes to only 2 partition keys
              key   JOB#false#0 .. JOB#true#39
              peak  5,000 WCU/s (5,000 writes/s x 1 WCU); 2 keys on partitions of their own carry 2,000
              fix   #[shard(hash(id), count = 3)]  keeps `key` and safe retries
              note  3 shards for each of 2 values make 6 keys, if the values are equally frequent; else declare the share of the most frequent one: top_share = ..  inside #[peak(..)]
              note  40 shards are declared, and one key reaches 1: the hashed fields take no more values in it at one moment"#]],
    );
}

#[test]
fn capacity_is_counted_from_stored_bytes() {
    let design = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").peak(600, 1_000);
    check(
        design,
        0,
        &expect![[r#"
            KW003: `OpsLog` writes each day to one partition key
              key   OPS_LOG#2026-06-22
              peak  1,200 WCU/s (600 writes/s x 2 WCU); one partition carries 1,000
              fix   #[shard(random = 3)]                    append-only: no key without the shard
              or    #[shard(hash(at, call_id), count = 3)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  1,000 declared bytes are 1,078 stored, with key, index and discriminator attributes
              note  each day has new keys, which may share partitions: 3 shards need 32,000 WCU/s of warm throughput, 5 need 6,000, 9 need 4,000
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  without the day in the key, splits for heat stay: 2 shards carry the peak once hot partitions have split"#]],
    );
}

#[test]
fn loads_beyond_the_shard_limit_get_other_fixes() {
    let heavy = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").random(9).peak(90_000, 100_000);
    check(
        heavy,
        0,
        &expect![[r#"
            KW004: `OpsLog` needs more than 1,000 shards for its peak and has 9
              key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#8
              peak  8,820,000 WCU/s (90,000 writes/s x 98 WCU); 9 keys on partitions of their own carry 9,000
              fix   make the items smaller: no shard count up to 1,000 will do
              or    put a field of many values into the partition key
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock"#]],
    );
    let light = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").peak(2_000_000, 100);
    check(
        light,
        0,
        &expect![[r#"
            KW003: `OpsLog` writes each day to one partition key
              key   OPS_LOG#2026-06-22
              peak  2,000,000 WCU/s (2,000,000 writes/s x 1 WCU); one partition carries 1,000
              fix   put a field of many values into the partition key: no shard count up to 1,000 will do
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock"#]],
    );
}

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
            KW004: one partition key of `Threat` takes 12.5 % of its writes, more than a partition carries
              key   THREAT#<brand>#2026-06
              peak  1,250 WCU/s on one key (10,000 WCU/s x 12.5 %); one partition carries 1,000
              fix   #[shard(random = 6)]               append-only: no key without the shard
              or    #[shard(hash(at, id), count = 6)]  keeps `key` and safe retries
              note  each month has new keys, which may share partitions: 6 shards need 27,000 WCU/s of warm throughput, 12 need 21,000, 20 need 18,000
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read"#]],
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
            KW004: one partition key of `Job` takes 85 % of its writes, more than a partition carries
              key   JOB#open .. JOB#sent
              peak  2,125 WCU/s on one key (2,500 WCU/s x 85 %); one partition carries 1,000
              fix   #[shard(random = 3)]               append-only: no key without the shard
              or    #[shard(hash(at, id), count = 3)]  keeps `key` and safe retries"#]],
    );
}

#[test]
fn a_top_share_of_a_hashed_value_above_one_shard_is_rejected() {
    let log = || Design::new("OpsLog", &[("at", Time), ("device", STRING), ("id", STRING)]).peak(5_000, 700);
    let by_device_over = |count, share| log().key("OPS_LOG#<at:day>", "<at>#<id>").hash(&[1], count).top_share(share);
    let by_device = |share| by_device_over(10, share);
    check(
        by_device(0.3),
        0,
        &expect![[r#"
            KW004: one hashed value of `OpsLog` takes 30 % of its writes, more than a shard carries
              key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#9
              peak  1,500 WCU/s on one shard (5,000 WCU/s x 30 %); one partition carries 1,000
              fix   #[shard(hash(at, id), count = 30)]  keeps `key` and safe retries
              note  all writes of one hashed value go to one shard, however many there are"#]],
    );
    assert!(is_silent(by_device_over(100, 0.1)));
    // 40 even shards would suffice. But that of the most frequent device has 612 WCU/s, and together with 4 others on
    // one partition it is too much.
    assert!((61..=100).contains(&missing_margin(by_device_over(40, 0.1).build(), 0)));
    // 900 WCU/s fit on one shard on average. No count has a margin for them.
    let near = by_device(0.18).build();
    assert!(refusal(near, 0).is_none());
    assert_eq!(missing_margin(near, 0), 1_001);
    // A hash over more fields divides them, and so do random shards.
    assert!(is_silent(log().key("OPS_LOG#<at:day>", "<at>#<id>").hash(&[1, 2], 10).top_share(0.3)));
    assert!(is_silent(log().key("OPS_LOG#<at:day>", "<at>#<id>").random(10).top_share(0.3)));
    // The share of a key of unknown values is that of the key.
    assert!(is_silent(log().key("BRAND#<id>", "<at>").hash(&[1], 10).top_share(0.3)));
}

#[test]
fn undeclared_peaks_follow_the_policy() {
    let in_table = |undeclared_peak| {
        let table = TableSchema { undeclared_peak, ..TABLE };
        let fields = [("at", Time), ("status", STATUS), ("id", STRING)];
        let job = || Design::in_table("Job", table, &fields);
        let bucket = job().key("JOB#<at:day>", "<at>#<id>").build();
        let few = job().key("JOB#<status>", "<at>#<id>").build();
        let both = job().key("JOB#<status>#<at:day>", "<at>#<id>").build();
        (bucket, few, both)
    };
    let (bucket, few, both) = in_table(UndeclaredPeak::Warn);
    assert!(lone_bucket(bucket, 0) && !lone_bucket(few, 0) && !lone_bucket(both, 0));
    assert_eq!([bucket, few, both].map(|entity| few_values(entity, 0)), [0, 3, 3]);
    assert!([bucket, few, both].iter().all(|entity| refusal(entity, 0).is_none()));

    let (bucket, few, both) = in_table(UndeclaredPeak::Allow);
    assert!(!lone_bucket(bucket, 0) && few_values(few, 0) == 0 && few_values(both, 0) == 0);
    assert!([bucket, few, both].iter().all(|entity| refusal(entity, 0).is_none()));

    let (bucket, few, both) = in_table(UndeclaredPeak::Deny);
    assert!(!lone_bucket(bucket, 0) && few_values(few, 0) == 0);
    expect![[r#"
        KW003: `Job` writes each day to one partition key
          key   JOB#2026-06-22
          peak  not declared; one partition carries 1,000 WCU/s
          fix   declare it, and the compiler counts the shards, if any are needed: #[peak(writes_per_second = .., item_bytes = ..)]
          or    #[shard(random = 10)]               append-only: no key without the shard
          or    #[shard(hash(at, id), count = 10)]  keeps `key` and safe retries
          or    allow_hot = "why this stays small"  inside #[pk(..)]"#]].assert_eq(&message_text(refusal(bucket, 0)));
    assert!(message_text(refusal(few, 0)).starts_with("KW002"));
    assert!(message_text(refusal(both, 0)).starts_with("KW002"));
}

#[test]
fn a_fitting_peak_shards_or_a_reason_silence_warnings() {
    let bucket = || ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>");
    assert!(lone_bucket(bucket().build(), 0));
    assert!(is_silent(bucket().peak(500, 300)));
    assert!(is_silent(bucket().random(4)));
    assert!(is_silent(bucket().allow_hot()));
    assert!(is_silent(job().key("JOB#<status>", "<id>").hash(&[1], 4)));
    assert!(few_values(job().key("JOB#<status>", "<id>").hash(&[0], 4).build(), 0) == 3);
}

#[test]
fn the_missing_margin_is_the_shard_count_of_the_planner() {
    let margin = |shards: u32, writes: u64, bytes: u64| {
        let table = TableSchema { quota: 10_000_000, ..TABLE };
        let design = Design::in_table("OpsLog", table, &[("at", Time), ("call_id", STRING)]);
        let entity = design.key("OPS_LOG", "<at>#<call_id>").random(shards).peak(writes, bytes).build();
        assert_eq!(message_text(refusal(entity, 0)), "");
        missing_margin(entity, 0)
    };
    assert_eq!(margin(5, 5_000, 700), 6);
    assert_eq!(margin(6, 5_000, 700), 0);
    assert_eq!(margin(50, 50_000, 700), 60);
    assert_eq!(margin(60, 50_000, 700), 0);
    assert_eq!(margin(500, 500_000, 700), 610);
    assert_eq!(margin(1_000, 1_000_000, 700), 1_001);
    assert_eq!(margin(2, 5, 400_000), 1_001);
    let overloaded = ops_log().key("OPS_LOG#<at:day>", "<at>").peak(5_000, 700).build();
    assert_eq!(missing_margin(overloaded, 0), 0);
}

#[test]
fn a_margin_is_counted_for_each_value() {
    let design = job().key("JOB#<status>", "<at>#<id>").hash(&[1, 2], 10).peak(30_000, 700);
    assert_eq!(missing_margin(design.build(), 0), shards_for(30_000, 1, DEFAULT_TARGET).div_ceil(3) as usize);
}

#[test]
fn stubs_and_undeclared_indexes_are_skipped() {
    let stub = ops_log().peak(90_000, 700).build();
    assert_eq!(message_text(refusal(stub, 0)), "");
    let undeclared = ops_log().key("A#<call_id>", "<at>").index("NONE", "CONSTANT", "<at>");
    assert!(is_silent(undeclared));
}

fn event() -> Design {
    let byte = FieldKind::Integer { digits: 3, signed: false };
    Design::new("Event", &[("on", FieldKind::Date), ("at", Time), ("id", STRING), ("level", byte), ("status", STATUS)])
}

#[test]
fn dates_and_seconds_write_one_key_at_a_time() {
    for partition in ["EVENT#<on>", "EVENT#<at:s>", "EVENT#<at:epoch>", "EVENT#<at:month>#<on>"] {
        let message_text = message_text(refusal(event().key(partition, "<id>").peak(5_000, 700).build(), 0));
        assert!(message_text.starts_with("KW003: `Event` writes each "), "{partition}: {message_text}");
        assert!(lone_bucket(event().key(partition, "<id>").build(), 0), "{partition}");
        assert!(is_silent(event().key(partition, "<id>").peak(500, 300)), "{partition}");
    }
    for partition in ["EVENT#<at>", "EVENT#<at:ms>", "EVENT#<id>#<on>"] {
        assert!(is_silent(event().key(partition, "<id>").peak(5_000, 700)), "{partition}");
    }
}

#[test]
fn times_that_do_not_follow_the_clock_declare_a_share() {
    let due = |share| event().key("DUE#<on>", "<id>").peak(5_000, 700).top_share(share);
    assert!(is_silent(due(0.05)));
    assert!(message_text(refusal(due(0.3).build(), 0)).starts_with("KW004: one partition key of `Event` takes 30 %"));
}

#[test]
fn hashing_the_date_reaches_one_shard() {
    let design = event().key("EVENT#<on>", "<id>").hash(&[0], 12).peak(5_000, 700);
    check(
        design,
        0,
        &expect![[r#"
            KW004: `Event` needs 30 shards for its peak and has 1
              key   EVENT#2026-06-22#0 .. EVENT#2026-06-22#11
              peak  5,000 WCU/s (5,000 writes/s x 1 WCU); one partition carries 1,000
              fix   #[shard(hash(id), count = 30)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  12 shards are declared, and one key reaches 1: the hashed fields take no more values in it at one moment
              note  each day has new keys, which may share partitions: 30 shards need 33,000 WCU/s of warm throughput, 60 need 17,000, 100 need 12,000
              note  set that warm throughput before the load comes, as the generated templates do; fewer shards cost less to read
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split"#]],
    );
}

#[test]
fn the_share_of_one_value_that_throttles_is_reported() {
    let level = || event().key("LEVEL#<level>", "<id>");
    let share = |design: Design| share_that_throttles(design.build(), 0);
    // 256 values serve it evenly. One of them is throttled from a fifth of the load.
    assert_eq!(share(level().peak(5_000, 300)), 20);
    assert_eq!(share(level().peak(800, 300)), 0);
    assert_eq!(share(level().peak(5_000, 300).top_share(0.1)), 0);
    assert_eq!(share(level().random(6).peak(5_000, 300)), 0);
    assert_eq!(share(event().key("STATUS#<status>", "<id>").peak(2_000, 300)), 50);
    // A hash of few values sends each of them to one shard.
    assert_eq!(share(event().key("EVENT", "<id>").hash(&[3], 200).peak(2_000, 300)), 50);
}

#[test]
fn shards_that_carry_the_mean_fail_at_the_roll_over() {
    let log = |shards: u32, writes| event().key("LOG#<on>", "<id>").random(shards).peak(writes, 300).build();
    for (shards, writes) in [(6, 5_000), (10, 5_000), (20, 5_000), (4, 2_000), (48, 12_000)] {
        let wanted = missing_margin(log(shards, writes), 0);
        assert!(wanted > shards as usize, "{shards} for {writes}: {wanted}");
        assert!(is_silent(event().key("LOG#<on>", "<id>").random(wanted as u32).peak(writes, 300)), "{wanted}");
    }
    for (shards, writes) in [(32, 5_000), (50, 5_000), (6, 2_000), (8, 2_000), (240, 12_000), (312, 12_000)] {
        assert_eq!(missing_margin(log(shards, writes), 0), 0, "{shards} for {writes}");
    }
    // Without a bucket keys are placed once, and splits remain in effect.
    assert!(is_silent(event().key("LOG", "<id>").random(6).peak(5_000, 300)));
}

#[test]
fn a_peak_above_the_quota_says_so() {
    let heavy = |quota: u64, shards| {
        let table = TableSchema { quota, ..TABLE };
        let fields = [("at", Time), ("id", STRING)];
        Design::in_table("Log", table, &fields).key("LOG#<at:day>", "<id>").random(shards).peak(50_000, 300).build()
    };
    assert!(above_quota(heavy(40_000, 512), 0));
    assert!(!above_quota(heavy(800_000, 512), 0) && missing_margin(heavy(800_000, 512), 0) == 0);
    assert!(missing_margin(heavy(800_000, 60), 0) > 60);
    let users = event().key("USER#<id>", "<at>").peak(50_000, 300).build();
    assert!(above_quota(users, 0));
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
          fix   shard(random = 2)           inside #[gsi(index = "GSI1", ..)]
          or    shard(hash(at), count = 2)  a read that knows them visits one lane
          or    allow_hot = "why this stays small"  inside #[gsi(index = "GSI1", ..)]
          note  an update that changes this key costs two writes; declare the share that does with peak(moves = ..)  inside this `#[gsi]`"#]].assert_eq(&message_text(refusal(with(moved(), Peak::new(100, 300).updates(500)).build(), 1)));
    assert!(is_silent(with(by_status(), Peak::new(400, 300).updates(400))));
    let doubled = with(event().key("LOG", "<id>"), Peak::new(700, 300).in_transactions(0.9));
    expect![[r#"
        KW001: every `Event` writes the same key "LOG"
          peak  1,330 WCU/s (700 creates/s = 1,330 WCU/s); one partition carries 1,000
          fix   #[shard(random = 2)]           append-only: no key without the shard
          or    #[shard(hash(id), count = 2)]  keeps `key` and safe retries
          or    allow_hot = "why this stays small"  inside #[pk(..)]
          note  writes in transactions cost twice the units"#]]
    .assert_eq(&message_text(refusal(doubled.build(), 0)));
}
