use super::*;
use crate::{
    check::{
        self,
        samples::{Design, leak},
    },
    key::FieldKind::{Text, Time},
    physics::placement::partitions_for_keys,
    schema::Field,
};

fn log(name: &'static str, partition: &'static str) -> Design {
    Design::new(name, &[("at", Time), ("id", Text)]).key(partition, "<at>#<id>")
}

fn warm(designs: &[Design]) -> Option<u64> {
    let entities: Vec<_> = designs.iter().cloned().map(Design::build).collect();
    warm_throughput(&entities, None).write_units
}

/// For one key, the template sets the warm throughput that the compiler computes.
#[test]
fn warm_throughput_of_one_log_equals_that_of_its_demand() {
    for (peak, shards) in [(2_000, 8), (5_000, 32), (5_000, 100), (12_000, 240), (20_000, 400)] {
        let design = log("Log", "LOG#<at:day>").random(shards).peak(peak, 700);
        let partitions = partitions_for_keys(shards.into(), u64::from(shards) * 1_000 / peak).unwrap();
        assert_eq!(warm(std::slice::from_ref(&design)), Some(partitions * 1_000), "{peak} on {shards}");
        assert_eq!(design.build().demand(0).unwrap().warm_units, Some(partitions * 1_000));
    }
}

#[test]
fn keys_without_a_bucket_need_the_mean() {
    assert_eq!(warm(&[log("Log", "LOG").random(8).peak(5_000, 700)]), Some(6_000));
    assert_eq!(warm(&[log("Log", "USER#<id>").peak(3_000, 700)]), None);
}

#[test]
fn two_logs_together_need_more_than_each_alone() {
    let one = log("One", "ONE#<at:day>").random(20).peak(2_000, 700);
    let two = log("Two", "TWO#<at:hour>").random(20).peak(2_000, 700);
    let (alone, both) = (warm(std::slice::from_ref(&one)).unwrap(), warm(&[one, two]).unwrap());
    // 40 keys of 100 units each: equal to one design of 4,000 on 40 shards.
    let exact = partitions_for_keys(40, 10).unwrap() * 1_000;
    assert!(alone < both && both.abs_diff(exact) <= 2_000, "{alone}, {both}, {exact}");
}

/// If the compiler gives no warning, the quota of the account suffices for the template.
#[test]
fn compiler_warnings_match_the_quota_of_the_template() {
    let speaks = |design: Design| {
        let entity = design.build();
        (
            check::warnings(entity, 0).above_quota,
            warm_throughput(&[entity], None).write_units > Some(entity.table.quota),
        )
    };
    // Keys that are placed once are not perfectly even.
    assert_eq!(speaks(log("Log", "USER#<id>").peak(34_000, 700)), (false, false));
    assert_eq!(speaks(log("Log", "USER#<id>").peak(35_000, 700)), (true, true));
    assert_eq!(speaks(log("Log", "USER#<id>#<at:month>").peak(35_000, 700)), (true, true));
    // A create in a transaction takes 2 units for the item, and 2 for the sentinel.
    let unique = |peak| {
        log("Log", "USER#<id>").peak(peak, 700).with(|entity| {
            let email = Field::new("email", "email", "").unique_within(&[]);
            entity.fields = leak(entity.fields.iter().copied().chain([email]).collect());
        })
    };
    assert_eq!(speaks(unique(8_000)), (false, false));
    assert_eq!(speaks(unique(9_000)), (true, true));
}
