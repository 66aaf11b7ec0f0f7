//! The advice for all kinds of keys.

use super::*;
use crate::{
    check::samples::{Design, STATUS},
    key::FieldKind,
};

const FIELDS: &[(&str, FieldKind)] =
    &[("tenant", FieldKind::Text), ("at", FieldKind::Time), ("id", FieldKind::Text), ("status", STATUS)];

fn design() -> Design {
    Design::new("Event", FIELDS)
}

/// Returns the advice of a monitor with this number of processes.
fn advice_for(design: Design, place: usize, load: (Capacity, f64, f64), processes: Option<u32>) -> Advice {
    let (capacity, rate, units) = load;
    advice(design.build(), place, &KeyLoad { capacity, rate, units, fleet: Fleet::new(1, processes) })
}

fn writes(design: Design, place: usize, rate: f64, units: f64) -> Advice {
    advice_for(design, place, (Capacity::Write, rate, units), Some(1))
}

#[test]
fn keys_within_capacity_need_no_change() {
    let daily = || design().key("LOG#<at:day>", "<at>#<id>");
    let carried = writes(daily(), 0, 800.0, 1.0);
    assert_eq!(carried, Advice::without_shards("one partition carries it: nothing to do unless it grows"));
    assert_eq!(writes(daily().random(60), 0, 833.0, 1.0).text, "its 60 shards carry it: nothing to do unless it grows");
    assert_eq!(writes(daily(), 0, 900.0, 1.0).shards, placed(900, 1));
    assert_eq!(writes(design().key("T#<tenant>", "<at>#<id>"), 0, 900.0, 1.0).shards, Some(2));
}

#[test]
fn advice_for_a_bucket_is_the_planned_shard_count() {
    let daily = design().key("LOG#<at:day>", "<at>#<id>");
    let advice = writes(daily, 0, 5_000.0, 1.0);
    assert_eq!((advice.shards, placed(5_000, 1)), (Some(60), Some(60)));
    assert_eq!(
        advice.text,
        "`#[shard(hash(at, id), count = 60)]` (keeps `key` and safe retries), \
         or `#[shard(random = 60)]` (append-only: no key without the shard); \
         each day has new keys, which may share partitions: request 17000 WCU/s of warm throughput"
    );
    let heavy = writes(design().key("LOG#<at:day>", "<at>#<id>"), 0, 50_000.0, 1.0);
    assert!(heavy.text.ends_with(", above the quota of 40000"), "{}", heavy.text);
}

/// Returns the shards of the second pair for this many writes a second on the keys of a new day.
fn placed(writes: u64, units: u64) -> Option<u64> {
    let [_, pair, _] = placement::pairs(writes * units, shards_for(writes, units, DEFAULT_TARGET), 40_000);
    pair.map(|pair| pair.shards)
}

#[test]
fn heavy_items_take_more_shards() {
    let tenants = || design().key("T#<tenant>", "<at>#<id>");
    assert_eq!(writes(tenants(), 0, 50_000.0, 10.0).shards, Some(92));
    assert_eq!(writes(tenants(), 0, 50_000.0, 9.5).shards, Some(shards_for(5_264, 10, DEFAULT_TARGET)));
}

#[test]
fn the_rate_of_one_shard_counts_for_all_shards() {
    let tenants = design().key("T#<tenant>", "<at>#<id>").random(10);
    assert_eq!(writes(tenants, 0, 5_000.0, 1.0).shards, Some(60));
}

#[test]
fn advice_names_the_field_of_a_hot_value() {
    let tenants = design().key("T#<tenant>", "<at>#<id>");
    let advice = writes(tenants, 0, 3_000.0, 1.0);
    assert_eq!(advice.shards, Some(4));
    assert!(
        advice.text.starts_with(
            "it is one value of `tenant`: limit its rate, or give every value 4 shards, all of which a read visits: \
             `#[shard(hash(at, id), count = 4)]`"
        ),
        "{}",
        advice.text
    );
}

#[test]
fn advice_for_an_index_names_its_own_attribute() {
    let design = design().key("T#<tenant>", "<at>#<id>").index("GSI1", "STATUS#<status>", "<at>");
    let advice = writes(design, 1, 3_000.0, 1.0);
    assert_eq!(advice.shards, Some(4));
    assert!(advice.text.contains("`shard(random = 4)` (inside #[gsi(index = \"GSI1\", ..)])"), "{}", advice.text);
}

#[test]
fn single_item_keys_get_no_shards() {
    for design in
        [design().key("T#<tenant>", ""), design().key("T#<tenant>", "PROFILE"), design().key("T#<tenant>", "<tenant>")]
    {
        let advice = writes(design, 0, 3_000.0, 1.0);
        assert_eq!(advice.shards, None);
        assert!(advice.text.starts_with("the key belongs to one item, which shards cannot divide"));
    }
    assert_eq!(writes(design().key("T#<tenant>#<at:day>", "<at>"), 0, 3_000.0, 1.0).shards, placed(3_000, 1));
}

#[test]
fn loads_beyond_any_shard_count_get_advice_without_shards() {
    let advice = writes(design().key("LOG#<at:day>", "<at>#<id>"), 0, 500_000.0, 100.0);
    assert_eq!(advice.shards, None);
    assert!(!advice.text.contains("shard(") && !advice.text.is_empty(), "{}", advice.text);
}

#[test]
fn advice_replaces_a_hash_of_partition_key_fields() {
    let design = design().key("T#<tenant>", "<at>#<id>").hash(&[0], 10);
    let advice = writes(design, 0, 3_000.0, 1.0);
    assert_eq!(advice.shards, Some(4));
    assert!(advice.text.contains("`#[shard(hash(at, id), count = 4)]`"), "{}", advice.text);
}

#[test]
fn advice_for_reads_has_no_shards() {
    let reads = |rate, processes| {
        advice_for(design().key("LOG#<at:day>", "<at>#<id>"), 0, (Capacity::Read, rate, 1.0), processes)
    };
    let few = reads(2_999.0, Some(1));
    assert_eq!((few.shards, few.text.as_str()), (None, "one partition serves it: nothing to do unless it grows"));
    for many in [reads(3_000.0, Some(1)), reads(3_000.0, None), reads(150.0, Some(20))] {
        assert!(many.shards.is_none() && many.text.contains("cache the items"), "{}", many.text);
    }
    let share = reads(149.0, None);
    assert_eq!(share.text, "one partition serves what this process requests; set the monitor's number of `processes`");
}

#[test]
fn an_unknown_process_count_never_gives_the_all_clear() {
    let tenants = || design().key("T#<tenant>", "<at>#<id>");
    let sharded = || tenants().random(10);
    for rate in [0.0, 1.0, 50.0, 800.0, 3_000.0, 50_000.0] {
        for capacity in [Capacity::Read, Capacity::Write] {
            for design in [tenants(), sharded()] {
                let advice = advice_for(design, 0, (capacity, rate, 1.0), None);
                assert!(!advice.text.contains("nothing to do"), "{}", advice.text);
            }
        }
    }
    let alone = advice_for(tenants(), 0, (Capacity::Write, 3_000.0, 1.0), None);
    assert_eq!(alone.shards, Some(4));
    assert!(
        alone.text.ends_with("; this counts only one process: set the monitor's number of `processes`"),
        "{}",
        alone.text
    );
}

#[test]
fn the_rate_of_all_processes_decides() {
    let of_20 = |rate| advice_for(design().key("T#<tenant>", "<at>#<id>"), 0, (Capacity::Write, rate, 1.0), Some(20));
    let carried = of_20(40.0);
    assert_eq!(
        (carried.shards, carried.text.as_str()),
        (None, "one partition carries what all 20 processes request: nothing to do unless it grows")
    );
    assert_eq!(of_20(150.0), writes(design().key("T#<tenant>", "<at>#<id>"), 0, 3_000.0, 1.0));
}

#[test]
fn extreme_rates_get_advice() {
    for rate in [f64::NAN, f64::INFINITY, -1.0, 0.0, f64::MAX] {
        for units in [f64::NAN, f64::INFINITY, -1.0, 0.0, f64::MAX] {
            assert!(!writes(design().key("T#<tenant>", "<id>"), 0, rate, units).text.is_empty());
        }
    }
}

#[test]
fn new_keys_take_the_second_pair_of_the_plan() {
    for writes_per_second in [1_500, 5_000, 12_000] {
        let daily = || design().key("LOG#<at:day>", "<at>#<id>");
        let advice = writes(daily(), 0, writes_per_second as f64, 1.0);
        let declared = daily().peak(writes_per_second, 500).build();
        let [_, pair, _] = declared.pairs(0);
        assert_eq!(advice.shards, pair.map(|pair| pair.shards), "{writes_per_second}");
    }
}

#[test]
fn the_shards_of_a_counter_are_items_of_their_own() {
    let views = || design().key("VIEWS#<tenant>", "VIEWS");
    let counted = |field: Field| field.for_purpose(crate::schema::Purpose::Counter);
    let with_counter = views().with(|entity| {
        let fields = entity.fields.iter().copied().chain([counted(Field::new("views", "views", ""))]);
        entity.fields = Box::leak(fields.collect());
    });
    let advice = writes(with_counter, 0, 3_000.0, 1.0);
    assert_eq!(advice.shards, Some(4));
    assert!(advice.text.contains("#[shard(random = 4)]"), "{}", advice.text);
    assert!(writes(views(), 0, 3_000.0, 1.0).text.contains("shards cannot divide"));
}
