//! Constant keys and keys with few values, of the table and of an index.

use super::*;

#[test]
fn a_constant_key_is_rejected() {
    check(
        ops_log().key("OPS_LOG", "<at>"),
        0,
        &expect![[r#"
            KW001: every `OpsLog` writes the same key "OPS_LOG"
              peak  not declared; one partition carries 1,000 WCU/s
              fix   declare it, and the compiler counts the shards, if any are needed: #[peak(writes_per_second = .., item_bytes = ..)]
              or    #[shard(hash(at), count = 10)]  keeps `key` and safe retries
              or    #[shard(random = 10)]           append-only: no key without the shard
              or    allow_hot = "why this stays small"  inside #[pk(..)]"#]],
    );
    check(
        ops_log().key("OPS_LOG", "<at>").peak(5_000, 700),
        0,
        &expect![[r#"
            KW001: every `OpsLog` writes the same key "OPS_LOG"
              peak  5,000 WCU/s (5,000 writes/s x 1 WCU); one partition carries 1,000
              fix   #[shard(hash(at), count = 30)]  keeps `key` and safe retries
              or    #[shard(random = 30)]           append-only: no key without the shard
              note  a new table has new keys, which may share partitions; choose one of:
                    30 shards, 33,000 WCU/s of warm throughput, 30 RCU for a page of 50 items
                    60 shards, 17,000 WCU/s, 60 RCU
                    100 shards, 12,000 WCU/s, 100 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  with #[table(launch = "gradual")], if the load of the new table rises over hours, 6 shards carry the peak once hot partitions have split"#]],
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
              or    shard(hash(id), count = 10)  a read with these fields visits one lane
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
              fix   shard(random = 60)           inside #[gsi(index = "GSI1", ..)]
              or    shard(hash(at), count = 60)  a read with these fields visits one lane
              or    top_share = ..  inside peak(..) of this `#[gsi]`, if its times do not follow the clock
              note  each day has new keys, which may share partitions; choose one of:
                    30 shards, 33,000 WCU/s of warm throughput, 30 RCU for a page of 50 items
                    60 shards, 17,000 WCU/s, 60 RCU
                    100 shards, 12,000 WCU/s, 100 RCU
              note  set that warm throughput before the load starts, as the generated templates do
              note  without the day in the key, splits for heat stay: 6 shards carry the peak once hot partitions have split, and 30 from the first minute of a new table"#]],
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
              fix   put a field of many values into the partition key: each read visits all shards
              or    shard(random = 780)           inside #[gsi(index = "GSI1", ..)]
              or    shard(hash(at), count = 780)  a read with these fields visits one lane
              note  780 shards carry a value with all the writes; declare the share of the most frequent one, if it has fewer: top_share = ..  inside peak(..) of this `#[gsi]`
              note  a new table has new keys, which may share partitions:
                    780 shards, 40,000 WCU/s of warm throughput, 390 RCU for a page of 50 items
              note  set that warm throughput before the load starts, as the generated templates do
              note  with a quota that AWS has raised, #[table(quota = 145000)], 140 shards are enough"#]],
    );
    let design = job().key("JOB#<status>#<at:day>", "<id>").random(2).peak(20_000, 300);
    check(
        design,
        0,
        &expect![[r#"
            KW002: `Job` writes to only 6 partition keys at a time
              key   JOB#open#2026-06-22#0 .. JOB#sent#2026-06-22#1
              peak  20,000 WCU/s (20,000 writes/s x 1 WCU); 6 keys on partitions of their own carry 6,000
              fix   put a field of many values into the partition key: each read visits all shards
              or    #[shard(random = 780)]  append-only: no key without the shard
              note  780 shards carry a value with all the writes; declare the share of the most frequent one, if it has fewer: top_share = ..  inside #[peak(..)]
              note  each day has new keys, which may share partitions:
                    780 shards, 40,000 WCU/s of warm throughput, 390 RCU for a page of 50 items
              note  set that warm throughput before the load starts, as the generated templates do
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
              fix   #[shard(hash(id), count = 30)]  keeps `key` and safe retries
              note  30 shards carry a value with all the writes; declare the share of the most frequent one, if it has fewer: top_share = ..  inside #[peak(..)]
              note  40 shards are declared, and one key reaches 1: the hashed fields have no more values in it at one moment
              note  a new table has new keys, which may share partitions; choose one of:
                    30 shards, 33,000 WCU/s of warm throughput, 15 RCU for a page of 50 items
                    60 shards, 17,000 WCU/s, 30 RCU
                    100 shards, 12,000 WCU/s, 50 RCU
              note  set that warm throughput before the load starts, as the generated templates do"#]],
    );
}
