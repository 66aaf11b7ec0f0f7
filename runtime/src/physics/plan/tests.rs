use super::*;
use crate::physics::{
    limits::{DEFAULT_TABLE_WRITE_UNITS, ITEM_BYTES, KB},
    shards::DEFAULT_TARGET,
};

const TARGETS: [f64; 3] = [1e-3, 1e-6, 1e-9];

#[test]
fn shard_counts_match_the_published_table_of_rates() {
    let published = [
        (5_000, 5, 0.97, [6, 6, 7], 6),
        (50_000, 50, 1.0, [58, 60, 63], 53),
        (500_000, 500, 1.0, [581, 607, 629], 520),
    ];
    for (rate, mean, over, shards, in_turn) in published {
        let plans = TARGETS.map(|target| plan(rate, 700, target));
        assert_eq!(plans.map(|plan| plan.shards), shards.map(Some), "{rate}");
        let [_, planned, _] = plans;
        assert_eq!((planned.write_units, planned.mean_shards), (1, mean));
        assert!((planned.overload_at_mean - over).abs() < 0.005, "{rate}: {}", planned.overload_at_mean);
        assert_eq!(planned.shards_for_round_robin(500), Some(in_turn));
    }
}

#[test]
fn shard_counts_match_the_published_table_of_weights() {
    for (weight, shards) in [(1, 60), (4, 73), (10, 92), (20, 123), (50, 239)] {
        let planned = plan(50_000 / weight, weight * KB, DEFAULT_TARGET);
        assert_eq!((planned.write_units, planned.units_per_second), (weight, 50_000));
        assert_eq!(planned.shards, Some(shards), "{weight}");
    }
}

#[test]
fn hashing_skewed_values_needs_more_shards_or_has_no_solution() {
    let planned = plan(5_000, 700, DEFAULT_TARGET);
    let values = Zipf { exponent: 0.8, values: 100_000 };
    let shards = planned.shards_for_hash(&values).unwrap();
    assert!(shards > 6 && values.effective_shards(shards) >= 5.99);
    assert!(values.effective_shards(shards - 1) < 6.0);
    // With a steep distribution, ten shards are worth 5.9.
    let steep = planned.shards_for_hash(&Zipf { exponent: 0.99, values: 100_000 }).unwrap();
    assert!((10..=12).contains(&steep), "{steep}");
    assert_eq!(plan(20_000, 700, DEFAULT_TARGET).shards_for_hash(&Zipf { exponent: 0.99, values: 100_000 }), None);
    assert_eq!(plan(100, 700, DEFAULT_TARGET).shards_for_hash(&values), Some(1));
}

#[test]
fn the_largest_share_of_a_value_fits_one_shard() {
    let planned = plan(5_000, 700, DEFAULT_TARGET);
    assert!((planned.largest_share() - 857.74 / 5_000.0).abs() < 1e-4);
    assert_eq!(plan(0, 700, DEFAULT_TARGET).largest_share(), 1.0);
    assert_eq!(plan(10, 700, DEFAULT_TARGET).largest_share(), 1.0);
}

#[test]
fn a_plan_gives_read_costs_and_roll_over_pairs() {
    let planned = plan(5_000, 400, DEFAULT_TARGET);
    let cost = planned.read_cost(10);
    assert_eq!((cost.units, cost.empty_units), (10.0, 5.0));
    let [few, more, many] = planned.pairs(DEFAULT_TABLE_WRITE_UNITS).map(|pair| pair.unwrap());
    assert!(few.warm_write_units() <= DEFAULT_TABLE_WRITE_UNITS);
    assert!(few.shards < more.shards && more.shards < many.shards);
    assert!(few.partitions > more.partitions && more.partitions > many.partitions);
}

#[test]
fn overweight_writes_have_no_shard_count() {
    let heavy = plan(5_000, 3 * ITEM_BYTES, DEFAULT_TARGET);
    assert_eq!(heavy.shards, None);
    assert_eq!(heavy.shards_for_round_robin(5), None);
    assert_eq!(heavy.shards_for_hash(&Zipf { exponent: 0.8, values: 100 }), None);
    let endless = plan(u64::MAX, u64::MAX, f64::NAN);
    assert_eq!((endless.shards, endless.units_per_second), (None, u64::MAX));
    assert!(endless.read_cost(u64::MAX).units > 0.0);
}
