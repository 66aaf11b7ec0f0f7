use super::*;
use crate::{
    check::samples::Design,
    key::FieldKind::{Text, Time},
    load::{reads_share_partitions, warm_throughput},
    schema::PeakReads,
};

fn log(name: &'static str, shards: u32, queries: u64) -> &'static EntitySchema {
    let design = Design::new(name, &[("at", Time), ("id", Text)]).key("LOG#<at:day>", "<at>#<id>");
    design.random(shards).peak(100, 300).declared_reads(PeakReads::new(queries, 1)).build()
}

/// Each query costs 0.5 RCU in every lane.
#[test]
fn lanes_of_a_new_bucket_must_not_share_a_partition_that_their_reads_fill() {
    // Two lanes of 1,600 RCU/s are on one of 40 partitions once in 40 days.
    assert!(reads_share_partitions(&[log("A", 2, 3_200)], None));
    assert!(!reads_share_partitions(&[log("A", 2, 2_800)], None));
    // One lane shares with no other.
    let one = Design::new("One", &[("at", Time), ("id", Text)]).key("LOG#<at:day>", "<at>#<id>");
    let one = one.peak(100, 300).declared_reads(PeakReads::new(5_000, 1)).build();
    assert!(!reads_share_partitions(&[one], None));
}

/// Ten lanes of 500 RCU/s need few partitions, and so few are requested.
#[test]
fn the_template_requests_partitions_for_the_reads_of_new_keys() {
    let warm = |entities: &[&EntitySchema]| warm_throughput(entities, None);
    let light = warm(&[log("A", 10, 200)]);
    assert!(!light.is_needed(), "{light:?}");
    let heavy = warm(&[log("A", 10, 1_000)]);
    let held = PlacedReads::of(&[log("A", 10, 1_000)], None, Moment::RollOver);
    assert_eq!(heavy.partitions(), held.partitions());
    assert!(heavy.partitions() > 4 && held.hold_on(heavy.partitions()), "{heavy:?}");
}

#[test]
fn reads_of_entities_on_one_key_are_added() {
    let both = [log("A", 2, 1_600), log("B", 2, 1_600)];
    assert!(reads_share_partitions(&both, None));
    assert!(both.iter().all(|entity| !reads_share_partitions(&[*entity], None)));
}
