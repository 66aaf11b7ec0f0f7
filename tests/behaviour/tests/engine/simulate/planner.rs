//! Compares the planner with simulations.

use std::time::Duration;

use keywright::Schema;
use keywright::physics::plan::plan;
use keywright::physics::shards::{DEFAULT_TARGET, overload_probability, shards_for};
use keywright_local::Partitions;
use keywright_local::simulate::{EntityReport, Load, Retry, Simulation, Traffic};

use super::designs::{fifty, sixty, ten};

/// The warm throughput at which each shard has a partition of its own under [`PLACEMENT`]: 1,000 units a partition.
const APART: u64 = 4_000_000;

const PLACEMENT: u64 = 3;

/// Returns how many of the four seconds after the first two throttle at least one write.
fn seconds_over<S: Schema>() -> u64 {
    // A bucket of a whole second would save up unused capacity, which the planner does not count on.
    let partitions = Partitions::default().bucket_depth(Duration::from_millis(100)).seed(PLACEMENT);
    let simulation = Simulation::new::<S>(Load::declared::<S>()).retry(Retry::Never).warm_table(APART);
    let run = |seconds| {
        let simulation = simulation.clone().duration(Duration::from_secs(seconds)).partitions(partitions.clone());
        let report: EntityReport = simulation.run().unwrap().entities.remove(0);
        report.throttled_seconds
    };
    run(6) - run(2)
}

#[test]
fn fifty_shards_throttle_50_000_units_and_sixty_do_not() {
    assert!(overload_probability(50_000.0, 1, 50) > 0.999);
    assert_eq!(shards_for(50_000, 1, DEFAULT_TARGET), 60);
    let (fifty, sixty) = (seconds_over::<fifty::Logs>(), seconds_over::<sixty::Logs>());
    assert_eq!((fifty, sixty), (4, 0));
}

/// Returns the number of keys on the fullest of 4 partitions, found by the load that it can carry.
fn fullest_partition(seed: u64) -> u64 {
    let holds = |units: u32| {
        let traffic = Traffic::new(f64::from(units) / 20.0, 19_800).unwrap();
        let partitions = Partitions::default().seed(seed).bucket_depth(Duration::from_millis(100));
        let simulation = Simulation::new::<ten::Ops>(Load::none().entity::<ten::OpsLog>(traffic));
        let simulation = simulation.writers(1).retry(Retry::Never).duration(Duration::from_secs(20));
        let report = simulation.partitions(partitions).run().unwrap();
        report.entities[0].throttled_share() < 0.01
    };
    // Between the loads that a partition with n keys of a tenth each can carry, and one with n + 1.
    let between = |keys: u32| 10_000 / keys - 10_000 / keys / (2 * keys);
    (3..10).find(|keys| holds(between(*keys))).map_or(10, u64::from)
}

#[test]
fn ten_keys_on_four_partitions_carry_about_2400_of_4000() {
    let seeds = 100;
    let carried: u64 = (0..seeds).map(|seed| 10_000 / fullest_partition(seed)).sum();
    let mean = carried as f64 / seeds as f64;
    // 2,400 by the multinomial distribution. The standard deviation of a seed is about 450, so that of the mean is 45.
    assert!((2_270.0..=2_530.0).contains(&mean), "{mean}");
}

/// Ten shards, at the highest load for which the plan gives ten, and at one above their mean capacity.
#[test]
fn load_above_the_ten_shard_plan_is_throttled() {
    for (item_bytes, units) in [(600, 1), (3_700, 4), (9_800, 10), (19_800, 20)] {
        let run = |rate: u64| {
            let traffic = Load::none().entity::<ten::OpsLog>(Traffic::new(rate as f64, item_bytes).unwrap());
            let partitions = Partitions::default().seed(PLACEMENT);
            let simulation = Simulation::new::<ten::Ops>(traffic).retry(Retry::Never).warm_table(APART);
            let report = simulation.duration(Duration::from_secs(20)).partitions(partitions).run().unwrap();
            assert_eq!(report.resource("table").unwrap().consumed_units % units as f64, 0.0);
            report.entities[0].throttled_seconds
        };
        let shards = |rate: u64| plan(rate, units * 1_024, DEFAULT_TARGET).shards.unwrap();
        let most = (1..20_000 / units).rev().find(|rate| shards(*rate) == 10).unwrap();
        assert!(shards(most + 1) > 10 && plan(most, units * 1_024, 0.5).units_per_second < 10_000);
        assert_eq!(run(most), 0, "{most} writes/s of {units} WCU");
        let over = 12_000 / units;
        assert!(plan(over, units * 1_024, DEFAULT_TARGET).overload_probability(10) > 0.99);
        // A load that is a fifth too high empties the initially full buckets in five seconds.
        assert!(run(over) >= 12, "{over} writes/s of {units} WCU");
    }
}
