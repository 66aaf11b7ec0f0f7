use super::*;
use crate::{
    check::samples::{Design, STATUS},
    key::FieldKind::{Text, Time},
};

const TENANT: &[u8] = &[1];

fn daily(partition: &'static str, peak: u64) -> Design {
    let fields = [("at", Time), ("tenant", Text), ("status", STATUS), ("id", Text)];
    Design::new("Log", &fields).key(partition, "<at>#<id>").peak(peak, 700)
}

fn new_keys(design: Design) -> NewKeys {
    let load = KeyLoad::of(design.build(), 0).unwrap();
    load.new_keys(&load.peak.unwrap())
}

#[test]
fn a_frequent_hashed_value_makes_its_shard_heavier() {
    let new = new_keys(daily("LOG#<at:day>", 2_000).hash(TENANT, 20).hash_share(0.2));
    assert_eq!((new.many.keys, new.few.keys), (19, 1));
    assert!((new.many.each - 80.0).abs() < 1e-9 && (new.few.each - 480.0).abs() < 1e-9, "{new:?}");
}

/// The other values are also few, and each is as heavy as possible.
#[test]
fn few_values_are_divided_by_their_top_share() {
    let of = |share| new_keys(daily("LOG#<status>#<at:day>", 3_000).random(10).top_share(share));
    let new = of(0.4);
    assert_eq!((new.many.keys, new.few.keys, new.background), (20, 10, 0.0));
    assert!((new.many.each - 120.0).abs() < 1e-9 && (new.few.each - 60.0).abs() < 1e-9, "{new:?}");
    assert_eq!((of(0.5).many.keys, of(0.5).few), (20, Group::NONE));
    assert_eq!((of(1.0).many.keys, of(1.0).few), (10, Group::NONE));
}

/// If both groups of keys are placed at random, a partition exceeds its limit in about one roll-over in a thousand.
#[test]
fn random_placements_overload_as_rarely_as_accepted() {
    let mut state = 7_u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let designs = [
        daily("LOG#<at:day>", 2_000).hash(TENANT, 32).hash_share(0.2),
        daily("LOG#<status>#<at:day>", 2_000).random(4).top_share(0.34),
        daily("LOG#<status>#<at:day>", 5_000).random(20).top_share(0.6),
    ];
    for new in designs.map(new_keys) {
        const DRAWS: u32 = 100_000;
        let partitions = new.partitions().unwrap();
        let mut failed = 0;
        for _ in 0..DRAWS {
            let mut units = vec![0.0; partitions as usize];
            for group in [new.many, new.few] {
                (0..group.keys).for_each(|_| units[draw(partitions) as usize] += group.each);
            }
            failed += u32::from(units.iter().any(|units| *units > 1_000.001));
        }
        let share = f64::from(failed) / f64::from(DRAWS);
        assert!(share < 1.3e-3 && share > 1e-5, "{new:?} on {partitions}: {share}");
    }
}
