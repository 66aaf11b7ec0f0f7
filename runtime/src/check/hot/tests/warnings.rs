//! Warnings, and what silences them.

use super::*;

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
          or    #[shard(hash(at, id), count = 10)]  keeps `key` and safe retries
          or    #[shard(random = 10)]               append-only: no key without the shard
          or    allow_hot = "why this stays small"  inside #[pk(..)]"#]].assert_eq(&message_text(refusal(bucket, 0)));
    assert!(message_text(refusal(few, 0)).starts_with("KW002"));
    assert!(message_text(refusal(both, 0)).starts_with("KW002"));
}

#[test]
fn unknown_shares_follow_the_policy() {
    let in_table = |undeclared_share, random| {
        let table = TableSchema { undeclared_share, ..TABLE };
        let design = Design::in_table("Position", table, &[("fleet", STRING), ("at", Time)]);
        let design = design.key("HOT#<fleet>#<at:day>", "<at>").peak(8_000, 300);
        if random > 0 { design.random(random).build() } else { design.build() }
    };
    let unknown = |entity| warnings(entity, 0).unknown_share;
    let (allowed, warned, denied) =
        (in_table(UndeclaredShare::Allow, 0), in_table(UndeclaredShare::Warn, 0), in_table(UndeclaredShare::Deny, 0));
    assert_eq!([allowed, warned, denied].map(unknown), [0, 12, 0]);
    assert!([allowed, warned].iter().all(|entity| refusal(entity, 0).is_none()));
    assert!(message_text(refusal(denied, 0)).starts_with("KW002"));
    for policy in [UndeclaredShare::Warn, UndeclaredShare::Deny] {
        let sharded = in_table(policy, 10);
        assert!(unknown(sharded) == 0 && refusal(sharded, 0).is_none());
    }
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
        let table = TableSchema { quota: 10_000_000, launch: Launch::Gradual, ..TABLE };
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
    // Without a bucket, keys are placed once, and splits remain in effect.
    let placed_once = |launch, shards| {
        let table = TableSchema { launch, ..TABLE };
        Design::in_table("Log", table, &[("id", STRING)]).key("LOG", "<id>").random(shards).peak(5_000, 300)
    };
    assert!(is_silent(placed_once(Launch::Gradual, 6)));
    let launched = warnings(placed_once(Launch::Full, 6).build(), 0);
    assert_eq!((launched.missing_margin, launched.shards_for_launch), (0, 30));
    assert!(is_silent(placed_once(Launch::Full, 30)));
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
