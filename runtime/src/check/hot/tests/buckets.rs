//! The number of shards that a peak needs on keys with a time bucket.

use super::*;

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
              fix   #[shard(hash(at, call_id), count = 60)]  keeps `key` and safe retries
              or    #[shard(random = 60)]                    append-only: no key without the shard
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  each day has new keys, which may share partitions; choose one of:
                    30 shards, 33,000 WCU/s of warm throughput, 30 RCU for a page of 50 items
                    60 shards, 17,000 WCU/s, 60 RCU
                    100 shards, 12,000 WCU/s, 100 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split, and 30 from the first minute of a new table"#]],
    );
}

#[test]
fn a_hash_of_a_ttl_is_not_recommended() {
    let session = || ops_log().key("SESSION#<call_id>", "SESSION").ttl("at");
    // Each second has one value, whatever the form.
    for sort in ["<at>", "<at:ms>"] {
        let message = message_text(refusal(session().index("GSI1", "END#<at:day>", sort).peak(5_000, 700).build(), 1));
        assert!(message.starts_with("KW003: index GSI1: `OpsLog` writes each day to one partition key"), "{message}");
        assert!(message.contains("shard(random = ") && !message.contains("hash("), "{message}");
    }
    let message = message_text(refusal(session().index("GSI1", "END#<at>", "<call_id>").peak(5_000, 700).build(), 1));
    assert!(message.starts_with("KW003: index GSI1: `OpsLog` writes each second to one partition key"), "{message}");
    assert!(message.contains("shard(hash(call_id), count = "), "{message}");
    let hashed = session().index("GSI1", "END", "<at>#<call_id>").hash(&[0], 12).peak(5_000, 700).build();
    let message = message_text(refusal(hashed, 1));
    assert!(message.contains("shard(hash(at, call_id), count = "), "{message}");
    // A time that is no TTL is stored with its fraction.
    let log = ops_log().key("SESSION#<call_id>", "SESSION").index("GSI1", "END#<at:day>", "<at>").peak(5_000, 700);
    assert!(message_text(refusal(log.build(), 1)).contains("shard(hash(at), count = "));
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
              fix   #[shard(random = 28)]  append-only: no key without the shard
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  each day has new keys, which may share partitions; choose one of:
                    14 shards, 36,000 WCU/s of warm throughput, 14 RCU for a page of 50 items
                    28 shards, 15,000 WCU/s, 28 RCU
                    49 shards, 10,000 WCU/s, 49 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  without the day in the key, splits for heat stay: 5 shards carry the peak once hot partitions have split, and 14 from the first minute of a new table"#]],
    );
    let design = ops_log().key("OPS_LOG#<at:day>", "<at>#<call_id>").hash(&[0, 1], 4).peak(5_000, 3_000);
    check(
        design,
        0,
        &expect![[r#"
            KW004: `OpsLog` needs 315 shards for its peak and has 4
              key   OPS_LOG#2026-06-22#0 .. OPS_LOG#2026-06-22#3
              peak  15,000 WCU/s (5,000 writes/s x 3 WCU); 4 keys on partitions of their own carry 4,000
              fix   put a field of many values into the partition key: each read visits all shards
              or    #[shard(hash(at, call_id), count = 315)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  each day has new keys, which may share partitions; choose one of:
                    315 shards, 40,000 WCU/s of warm throughput, 472.5 RCU for a page of 50 items
                    630 shards, 29,000 WCU/s, 945 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  with a quota that AWS has raised, #[table(quota = 128000)], 90 shards are enough
              note  without the day in the key, splits for heat stay: 21 shards carry the peak once hot partitions have split, and 315 from the first minute of a new table"#]],
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
              fix   #[shard(hash(at, id), count = 60)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  10 shards are declared, and one key reaches 2: the hashed fields have no more values in it at one moment
              note  each day has new keys, which may share partitions; choose one of:
                    30 shards, 33,000 WCU/s of warm throughput, 30 RCU for a page of 50 items
                    60 shards, 17,000 WCU/s, 60 RCU
                    100 shards, 12,000 WCU/s, 100 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split, and 30 from the first minute of a new table"#]],
    );
    assert!(is_silent(job().key("JOB#<at:day>", "<at>#<id>").hash(&[3, 1], 30).peak(5_000, 700)));
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
              fix   make the items smaller: no shard count up to 1,000 suffices
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
              fix   put a field of many values into the partition key: no shard count up to 1,000 suffices
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock"#]],
    );
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
    assert!(
        message_text(refusal(due(0.3).build(), 0)).starts_with("KW004: one partition key of `Event` receives 30 %")
    );
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
              fix   #[shard(hash(id), count = 60)]  keeps `key` and safe retries
              or    top_share = ..  inside #[peak(..)], if its times do not follow the clock
              note  12 shards are declared, and one key reaches 1: the hashed fields have no more values in it at one moment
              note  each day has new keys, which may share partitions; choose one of:
                    30 shards, 33,000 WCU/s of warm throughput, 30 RCU for a page of 50 items
                    60 shards, 17,000 WCU/s, 60 RCU
                    100 shards, 12,000 WCU/s, 100 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split, and 30 from the first minute of a new table"#]],
    );
}
