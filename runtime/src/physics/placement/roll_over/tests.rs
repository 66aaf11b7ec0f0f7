use super::*;
use crate::physics::placement::fullest_at_most;

/// Numbers from the design: the peak in write units per second, then shards and partitions.
const DESIGNED: [(u64, &[(u64, u64)]); 5] = [
    (2_000, &[(4, 64), (6, 32), (8, 16), (13, 10), (20, 6), (40, 4)]),
    (5_000, &[(10, 384), (20, 64), (32, 40), (50, 20), (65, 16), (100, 12)]),
    (12_000, &[(48, 256), (77, 128), (120, 64), (156, 48), (240, 40), (312, 32)]),
    (20_000, &[(128, 256), (200, 128), (260, 96), (400, 64)]),
    (50_000, &[(320, 768), (500, 384)]),
];

#[test]
fn designed_pairs_meet_the_roll_over_target() {
    for (peak, pairs) in DESIGNED {
        for &(shards, partitions) in pairs {
            let most = shards * 1_000 / peak;
            let crowded = crowding_probability(shards, most, partitions);
            assert!(crowded <= ROLL_OVER_TARGET, "{peak}: {shards} on {partitions}: {crowded:e}");
            let min_partitions = partitions_for_keys(shards, most).unwrap();
            assert!(
                min_partitions <= partitions && min_partitions * 2 > partitions,
                "{peak}: {shards}: {min_partitions}, not {partitions}"
            );
        }
    }
}

#[test]
fn the_bound_is_near_the_exact_probability() {
    for (_, pairs) in DESIGNED {
        for &(shards, partitions) in pairs.iter().filter(|(shards, _)| *shards <= 256) {
            for most in 1..20 {
                let bound = crowding_probability(shards, most, partitions);
                let exact = 1.0 - fullest_at_most(most, shards, partitions);
                assert!(bound >= exact - 1e-9, "{shards} on {partitions}, {most}: {bound:e} below {exact:e}");
                if bound <= 2.0 * ROLL_OVER_TARGET && exact > 1e-9 {
                    assert!(bound <= exact * 1.1, "{shards} on {partitions}, {most}: {bound:e} above {exact:e}");
                }
            }
        }
    }
}

#[test]
fn shards_for_the_mean_rate_fail_at_the_roll_over() {
    assert!(crowding_probability(6, 1, 40) > 0.3);
    assert!(partitions_for_keys(6, 1).is_none());
    let pair = pair_for_quota(5_000, 6, 40).unwrap();
    assert_eq!((pair.shards, pair.partitions, pair.warm_write_units()), (30, 33, 33_000));
}

#[test]
fn pairs_trade_shards_for_partitions() {
    let of = |peak, least, quota| pairs(peak, least, quota).map(|pair| pair.map(|pair| (pair.shards, pair.partitions)));
    assert_eq!(of(2_000, 3, 40_000), [Some((6, 25)), Some((12, 9)), Some((20, 6))]);
    assert_eq!(of(5_000, 6, 40_000), [Some((30, 33)), Some((60, 17)), Some((100, 12))]);
    // No number of shards is within the default quota.
    let heavy = of(50_000, 60, 40_000);
    assert!(heavy[0].is_some_and(|(_, partitions)| partitions > 40 && partitions <= 800), "{heavy:?}");
    assert_eq!(of(10_000_000, 1, 40_000), [None; 3]);
    assert_eq!(pair_for_quota(1_000, 1, 0), None);
}

#[test]
fn background_load_needs_more_partitions() {
    let alone = partitions_for_load(10, 100.0, 0.0).unwrap();
    let beside = partitions_for_load(10, 100.0, 5_000.0).unwrap();
    assert!(alone < beside, "{alone}, {beside}");
    assert_eq!(partitions_for_load(0, 0.0, 5_000.0), Some(6));
    assert_eq!(partitions_for_load(1, 1_001.0, 0.0), None);
    assert_eq!(partitions_for_load(1, 1_000.0, 0.0), Some(1));
}

/// Three keys of 333 units fill a partition. A small additional load must not separate them.
#[test]
fn a_small_background_is_ignored() {
    let beside = |background| partitions_for_load(6, 1_000.0 / 3.0, background).unwrap();
    assert_eq!((beside(0.0), beside(1.0), beside(25.0 * 5.0 / 1.15 - 0.1)), (25, 25, 25));
    assert!(beside(25.0 * 5.0 / 1.15 + 0.1) > 25 && beside(10_000.0) == 141);
    // Without new keys, no background is ignored.
    assert_eq!((partitions_for_load(0, 0.0, 34_782.0), partitions_for_load(0, 0.0, 34_783.0)), (Some(40), Some(41)));
}

/// Each pair serves the load according to [`partitions_for_load`], on no fewer partitions than without the background.
#[test]
fn pairs_with_a_background_carry_the_load() {
    for (units_per_second, background) in [(1_200, 3_000.0), (5_000, 5_000.0), (800, 12_000.0)] {
        let load = NewLoad { units_per_second, background, least: 2 };
        for pair in load.pairs(40_000).into_iter().flatten() {
            let each = units_per_second as f64 / pair.shards as f64;
            assert_eq!(partitions_for_load(pair.shards, each, background), Some(pair.partitions));
            assert!(pair.partitions <= 40, "{load:?}: {pair:?}");
            assert!(partitions_for_load(pair.shards, each, 0.0).unwrap() <= pair.partitions);
        }
        assert!(load.pairs(40_000)[0].is_some());
    }
}

#[test]
fn degenerate_counts_have_certain_outcomes() {
    assert_eq!(crowding_probability(0, 0, 0), 0.0);
    assert_eq!(crowding_probability(3, 3, 0), 1.0);
    assert_eq!(crowding_probability(3, 3, 1), 0.0);
    assert_eq!(crowding_probability(4, 3, 1), 1.0);
    assert_eq!(crowding_probability(4, 0, 100), 1.0);
    assert!(crowding_probability(u64::MAX, 1, u64::MAX) <= 1.0);
}

/// Compares the results with random placements.
#[test]
fn random_placements_crowd_as_often_as_computed() {
    let mut state = 42_u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for (keys, most, partitions) in [(10, 2, 40), (20, 3, 40), (30, 5, 20)] {
        const DRAWS: u32 = 20_000;
        let mut crowded = 0;
        for _ in 0..DRAWS {
            let mut counts = vec![0; partitions as usize];
            (0..keys).for_each(|_| counts[draw(partitions) as usize] += 1);
            crowded += u32::from(counts.iter().any(|count| *count > most));
        }
        let (drawn, bound) = (f64::from(crowded) / f64::from(DRAWS), crowding_probability(keys, most, partitions));
        assert!((drawn - bound).abs() < 0.15 * bound + 0.002, "{keys} on {partitions}: {drawn}, bound {bound}");
    }
}

/// The search skips only numbers of keys that are too crowded in a search by single steps.
#[test]
fn the_search_matches_a_linear_scan() {
    for units_per_second in (500..=50_000).step_by(250) {
        for (background, most_partitions) in [(0.0, 10), (0.0, 40), (2_000.0, 40), (0.0, 160), (30_000.0, 400)] {
            let load = NewLoad { units_per_second, background, least: 2 };
            let walked = (2..=MOST_SHARDS)
                .find(|shards| holds(*shards, units_per_second as f64 / *shards as f64, background, most_partitions));
            assert_eq!(load.shards_for_quota(most_partitions), walked, "{load:?} on {most_partitions}");
        }
    }
}

/// A heavy key and a lighter one do not fit on one partition. With 2,000 partitions, they share one in 1 of 2,000
/// roll-overs.
#[test]
fn two_heavy_keys_that_cannot_share_need_many_partitions() {
    assert!(holds_both((1, 800.0), (1, 300.0), 0.0, 2_000));
    assert!(!holds_both((1, 800.0), (1, 300.0), 0.0, 500));
}
