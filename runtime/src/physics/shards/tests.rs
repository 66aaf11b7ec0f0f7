use proptest::prelude::*;

use super::*;

const TARGETS: [f64; 3] = [1e-3, 1e-6, 1e-9];

/// The result for writes of `weight` units with `units` per second in total.
fn planned(units: u64, weight: u64) -> u64 {
    shards_for(units / weight, weight, DEFAULT_TARGET)
}

fn bisected(writes_per_second: u64, units_per_write: u64, target: f64) -> u64 {
    let fits = |shards| overload_probability(writes_per_second as f64, units_per_write, shards) <= target;
    let mut enough = 1;
    while !fits(enough) {
        enough *= 2;
    }
    let mut too_few = enough / 2;
    while enough - too_few > 1 {
        let shards = too_few + (enough - too_few) / 2;
        if fits(shards) {
            enough = shards;
        } else {
            too_few = shards;
        }
    }
    enough
}

#[test]
fn one_unit_writes_take_the_published_counts() {
    let published = [
        (1_000, 0.4916, [2, 2, 2]),
        (2_000, 0.7415, [3, 3, 3]),
        (5_000, 0.9660, [6, 6, 7]),
        (10_000, 0.9988, [12, 12, 13]),
        (50_000, 1.0, [58, 60, 63]),
        (100_000, 1.0, [115, 121, 125]),
        (500_000, 1.0, [581, 607, 629]),
        (1_000_000, 1.0, [1_168, 1_217, 1_261]),
    ];
    for (rate, at_mean, counts) in published {
        let over = overload_probability(rate as f64, 1, mean_shards(rate, 1));
        assert!((over - at_mean).abs() <= 0.000_05, "{rate}: {over}");
        assert_eq!(TARGETS.map(|target| shards_for(rate, 1, target)), counts, "{rate}");
    }
}

#[test]
fn heavier_writes_take_the_published_counts() {
    let published = [
        (1, [6, 60, 607]),
        (2, [7, 65, 659]),
        (4, [8, 73, 745]),
        (8, [9, 86, 893]),
        (10, [9, 92, 964]),
        (20, [12, 123, 1_325]),
        (50, [21, 239, 2_752]),
        (100, [47, 597, 7_634]),
    ];
    for (weight, counts) in published {
        let ours = [5_000, 50_000, 500_000].map(|units| planned(units, weight));
        assert_eq!(ours, counts, "{weight} units");
    }
}

#[test]
fn heavy_writes_use_the_exact_tail() {
    let published = [
        (1, [1, 6, 60, 607]),
        (4, [1, 8, 73, 745]),
        (10, [1, 9, 92, 964]),
        (20, [1, 12, 123, 1_325]),
        (50, [2, 21, 239, 2_752]),
        (100, [3, 47, 597, 7_634]),
        (200, [10, 199, 3_164, 50_393]),
        (400, [408, 18_038, 570_498, 18_041_723]),
    ];
    for (weight, counts) in published {
        let ours = [400, 5_000, 50_000, 500_000].map(|units| {
            // 5,000 units of 400 are 12.5 writes: these rows have fractional rates.
            if units % weight == 0 { planned(units, weight) } else { fractional(units as f64 / weight as f64, weight) }
        });
        assert_eq!(ours, counts, "{weight} units");
        assert_eq!(mean_shards(500_000 / weight, weight), 500);
    }
}

fn fractional(rate: f64, weight: u64) -> u64 {
    (1..).find(|&shards| overload_probability(rate, weight, shards) <= DEFAULT_TARGET).unwrap_or(NO_COUNT_WILL_DO)
}

#[test]
fn one_key_carries_the_published_rates() {
    let published = [
        (1, 857.74, 858.0),
        (4, 182.75, 731.0),
        (10, 60.20, 602.0),
        (20, 23.92, 478.0),
        (50, 5.86, 293.0),
        (100, 1.60, 160.0),
        (196, 0.31, 61.0),
        (200, 0.31, 63.0),
        (333, 0.07, 24.0),
        (400, 0.02, 7.0),
    ];
    for (weight, writes, units) in published {
        let carried = writes_per_key(weight, DEFAULT_TARGET);
        assert!((carried - writes).abs() <= 0.005, "{weight}: {carried}");
        assert_eq!((carried * weight as f64).round(), units, "{weight}: {carried}");
    }
}

#[test]
fn round_robin_takes_the_published_counts() {
    let published = [(5_000, 6), (50_000, 53), (500_000, 520)];
    for (rate, count) in published {
        let ours = shards_for_round_robin(rate, 1, 500, DEFAULT_TARGET);
        assert_eq!(ours, count, "{rate}");
    }
}

/// The distribution of one writer's writes to one shard in one second, convolved over all writers.
fn exact_round_robin(rate: f64, writers: u32, shards: u64, capacity: usize) -> f64 {
    let each = rate / f64::from(writers);
    let spread = 12.0 * each.sqrt() + 20.0;
    let mut one = vec![0.0; 2];
    for writes in (each - spread).max(0.0) as u64..(each + spread) as u64 {
        let probability = crate::physics::poisson::pmf(writes, each);
        let turns = (writes / shards) as usize;
        let extra = (writes % shards) as f64 / shards as f64;
        one.resize(one.len().max(turns + 2), 0.0);
        one[turns] += probability * (1.0 - extra);
        one[turns + 1] += probability * extra;
    }
    let mut load = vec![1.0];
    for _ in 0..writers {
        let mut next = vec![0.0; load.len() + one.len() - 1];
        for (at, sum) in load.iter().enumerate() {
            for (more, probability) in one.iter().enumerate() {
                next[at + more] += sum * probability;
            }
        }
        while next.last() == Some(&0.0) {
            next.pop();
        }
        load = next;
    }
    shards as f64 * load.iter().skip(capacity + 1).sum::<f64>()
}

#[test]
fn round_robin_is_safe_against_the_exact_distribution() {
    let loads = [
        (5_000, 1, 500),
        (50_000, 1, 500),
        (50_000, 10, 20),
        (20_000, 4, 50),
        (20_000, 1, 3),
        (2_000, 20, 7),
        (5_000, 1, 150),
    ];
    for (rate, weight, writers) in loads {
        let shards = shards_for_round_robin(rate, weight, u64::from(writers), DEFAULT_TARGET);
        let capacity = writes_per_partition(weight) as usize;
        let over = exact_round_robin(rate as f64, writers, shards, capacity);
        assert!(over <= DEFAULT_TARGET, "{rate} {weight} {writers}: {shards} {over:e}");
        assert!(shards <= shards_for(rate, weight, DEFAULT_TARGET));
    }
}

#[test]
fn round_robin_of_many_writers_gains_nothing() {
    let at_random = shards_for(50_000, 1, DEFAULT_TARGET);
    let in_turn = shards_for_round_robin(50_000, 1, 1_000_000, DEFAULT_TARGET);
    assert!(at_random - in_turn <= 1, "{in_turn} for {at_random}");
    assert_eq!(shards_for_round_robin(50_000, 1, 0, DEFAULT_TARGET), at_random);
}

#[test]
fn the_search_equals_bisection() {
    let mut cases = 0;
    for rate in (1..40).map(|step| step * step * step * 17) {
        for weight in [0, 1, 2, 3, 7, 10, 20, 45, 100, 196, 333, 400, 501, 1_000] {
            for target in [0.9, 0.5, 0.01, 1e-3, 1e-6, 1e-9, 1e-13] {
                let searched = shards_for(rate, weight, target);
                if searched == NO_COUNT_WILL_DO {
                    assert!(overload_probability(rate as f64, weight, 1 << 40) > target);
                    continue;
                }
                assert_eq!(searched, bisected(rate, weight, target), "{rate} {weight} {target}");
                cases += 1;
            }
        }
    }
    assert!(cases > 3_000, "{cases}");
}

#[test]
fn writes_above_1_000_units_have_no_shard_count() {
    assert_eq!(writes_per_partition(1_000), 1);
    assert_eq!(writes_per_partition(1_001), 0);
    assert_eq!(shards_for(1, 1_001, DEFAULT_TARGET), NO_COUNT_WILL_DO);
    assert_eq!(shards_for(u64::MAX, 1_000, DEFAULT_TARGET), NO_COUNT_WILL_DO);
    assert_eq!(shards_for_round_robin(1, 1_001, 5, DEFAULT_TARGET), NO_COUNT_WILL_DO);
    assert_eq!(writes_per_key(1_001, DEFAULT_TARGET), 0.0);
    assert!(overload_probability(10.0, 1_001, 1_000_000) > 0.9999);
}

#[test]
fn invalid_targets_have_no_shard_count() {
    for target in [0.0, -1.0, f64::NAN] {
        assert_eq!(shards_for(10, 1, target), NO_COUNT_WILL_DO);
        assert_eq!(writes_per_key(1, target), 0.0);
    }
    assert_eq!(shards_for(u64::MAX, 1, 1.0), 1);
    assert_eq!(shards_for(0, 5_000, 0.0), 1);
    assert_eq!(writes_per_key(1, 1.0), f64::INFINITY);
    assert_eq!(overload_probability(0.0, 1, 0), 0.0);
    assert_eq!(overload_probability(1.0, 1, 0), 1.0);
    assert_eq!(overload_probability(f64::INFINITY, 1, 9), 1.0);
    assert!(overload_probability(f64::NAN, 1, 9).is_nan());
    for target in [f64::MIN_POSITIVE, 1e-300, 1.0 - 1e-16] {
        assert!(shards_for(5_000, 1, target) >= 1);
        assert!(shards_for(u64::MAX, 400, target) >= 1);
        assert!(writes_per_key(1, target) > 0.0);
    }
}

#[test]
fn mean_and_effective_shards_handle_extreme_arguments() {
    assert_eq!(mean_shards(0, 1), 1);
    assert_eq!(mean_shards(5_000, 1), 5);
    assert_eq!(mean_shards(5_001, 1), 6);
    assert_eq!(mean_shards(u64::MAX, 400), u64::MAX / 1_000 + 1);
    assert_eq!(effective_shards(50, 0.1), 10.0);
    assert_eq!(effective_shards(50, 0.001), 50.0);
    assert_eq!(effective_shards(50, 1.5), 1.0);
    assert_eq!(effective_shards(50, 0.0), 50.0);
    assert_eq!(effective_shards(50, -0.1), 50.0);
    assert_eq!(effective_shards(50, f64::NAN), 50.0);
}

const PLANNED: u64 = shards_for(50_000, 10, DEFAULT_TARGET);
const CARRIED: f64 = writes_per_key(10, DEFAULT_TARGET);
const IN_TURN: u64 = shards_for_round_robin(50_000, 1, 500, DEFAULT_TARGET);

/// This does not compile if the searches exceed the compiler's limit for one constant.
const HUNDRED_SEARCHES: u64 = {
    let mut sum = 0;
    let mut rate = 10_000;
    while rate <= 1_000_000 {
        sum += shards_for(rate, 1, DEFAULT_TARGET);
        rate += 10_000;
    }
    sum
};

#[test]
fn constant_evaluation_matches_run_time() {
    assert_eq!(PLANNED, shards_for(std::hint::black_box(50_000), 10, DEFAULT_TARGET));
    assert_eq!(PLANNED, 964);
    assert_eq!(CARRIED, writes_per_key(std::hint::black_box(10), DEFAULT_TARGET));
    assert_eq!(IN_TURN, 53);
    let sum: u64 = (1..=100).map(|step| shards_for(step * 10_000, 1, DEFAULT_TARGET)).sum();
    assert_eq!(HUNDRED_SEARCHES, sum);
}

proptest! {
    #[test]
    fn more_writes_need_no_fewer_shards(rate in 0u64..2_000_000, more in 0u64..100_000, weight in 1u64..500) {
        prop_assert!(
            shards_for(rate, weight, DEFAULT_TARGET) <= shards_for(rate + more, weight, DEFAULT_TARGET)
        );
    }

    #[test]
    fn a_stricter_target_needs_no_fewer_shards(
        rate in 0u64..2_000_000,
        weight in 1u64..500,
        target in 1e-9f64..0.5,
        stricter in 0.001f64..1.0,
    ) {
        prop_assert!(shards_for(rate, weight, target) <= shards_for(rate, weight, target * stricter));
    }

    #[test]
    fn the_least_count_meeting_the_target_is_found(rate in 1u64..5_000_000, weight in 1u64..200, exponent in 1i32..10) {
        let target = 10f64.powi(-exponent);
        let shards = shards_for(rate, weight, target);
        prop_assert!(overload_probability(rate as f64, weight, shards) <= target);
        if shards > 1 {
            prop_assert!(overload_probability(rate as f64, weight, shards - 1) > target);
        }
    }

    #[test]
    fn writes_per_key_reach_exactly_the_target(weight in 1u64..=1_000, exponent in 1i32..12) {
        let target = 10f64.powi(-exponent);
        let carried = writes_per_key(weight, target);
        prop_assert!(overload_probability(carried * (1.0 - 1e-9), weight, 1) <= target);
        prop_assert!(overload_probability(carried * (1.0 + 1e-9), weight, 1) > target);
    }

    #[test]
    fn round_robin_is_never_worse_than_random(rate in 1u64..1_000_000, weight in 1u64..400, writers in 1u64..2_000) {
        let in_turn = shards_for_round_robin(rate, weight, writers, DEFAULT_TARGET);
        prop_assert!(in_turn <= shards_for(rate, weight, DEFAULT_TARGET));
        prop_assert!(in_turn >= mean_shards(rate, weight));
    }
}
