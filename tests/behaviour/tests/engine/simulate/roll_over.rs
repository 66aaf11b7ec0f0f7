//! Midnight, splits by sort key, and the partitions of a new table.

use std::time::Duration;

use chrono::{DateTime, Utc};
use keywright::key::Timestamp;
use keywright::{Entity, Schema as _, Table};
use keywright_local::Partitions;
use keywright_local::simulate::{Load, Report, Retry, Simulation, Traffic, Verdict};
use serde::{Deserialize, Serialize};

const MINUTE: Duration = Duration::from_secs(60);

/// 2026-06-22T23:59:50Z
const BEFORE_MIDNIGHT: Timestamp = Timestamp { seconds: 1_782_172_790, nanos: 0 };

/// A design of one entity.
macro_rules! design {
    (
        $module:ident, pk = $pk:literal, sk = $sk:literal, shards = $shards:literal, rate = $rate:literal
        $(, $index:meta)?
    ) => {
        mod $module {
            use super::*;

            #[derive(Table)]
            $(#[$index])?
            #[entities(Log)]
            pub(super) struct Logs;

            #[derive(Entity, Serialize, Deserialize)]
            #[entity(table = Logs)]
            #[pk(template = $pk, allow_hot = "a test")]
            #[shard(random = $shards)]
            #[sk(template = $sk)]
            #[peak(writes_per_second = $rate, item_bytes = 700)]
            pub(super) struct Log {
                pub(super) at: DateTime<Utc>,
                pub(super) id: String,
            }
        }
    };
}

design!(daily, pk = "LOG#<at:day>", sk = "<at>#<id>", shards = 6, rate = 5_000);
design!(daily_many, pk = "LOG#<at:day>", sk = "<at>#<id>", shards = 100, rate = 5_000);
design!(endless, pk = "LOG", sk = "<at>#<id>", shards = 6, rate = 5_000);
design!(two_by_id, pk = "LOG", sk = "<id>", shards = 2, rate = 5_000);
design!(two_by_time, pk = "LOG", sk = "<at>#<id>", shards = 2, rate = 5_000);
design!(two_by_kind, pk = "LOG", sk = "LOG#<id>#<at>", shards = 2, rate = 5_000);
design!(two_local, pk = "LOG", sk = "<id>", shards = 2, rate = 500, lsi(name = "LSI1", sk = "at"));

/// Simulates the ten seconds after midnight, after an hour of load on the day before.
fn simulate_midnight(simulation: Simulation, seed: u64) -> Report {
    let simulation = simulation.start(BEFORE_MIDNIGHT).after(60 * MINUTE).duration(Duration::from_secs(20));
    let simulation = simulation.measure_from(Duration::from_secs(10)).retry(Retry::Never);
    simulation.partitions(Partitions::default().seed(seed)).run().unwrap()
}

#[test]
fn splits_help_the_next_day_only_without_daily_buckets() {
    let mut shares = [Vec::new(), Vec::new(), Vec::new()];
    for seed in 0..8 {
        let runs = [
            simulate_midnight(Simulation::deployed::<daily::Logs>(Load::declared::<daily::Logs>()), seed),
            simulate_midnight(Simulation::deployed::<endless::Logs>(Load::declared::<endless::Logs>()), seed),
            simulate_midnight(
                Simulation::new::<daily_many::Logs>(Load::declared::<daily_many::Logs>()).warm_table(16_000),
                seed,
            ),
        ];
        for (shares, report) in shares.iter_mut().zip(&runs) {
            shares.push(report.entities[0].throttled_share());
        }
        assert!(runs[0].resources[0].hottest.iter().all(|key| key.key.contains("2026-06-23")), "{}", runs[0]);
        assert!((45_000..55_000).contains(&runs[0].entities[0].totals.writes), "of ten seconds");
        assert_eq!((runs[0].seconds, runs[0].intervals[0].start_seconds), (10.0, 10.0));
        assert!(runs[0].resources[0].partitions_before > 5, "the day before has split some");
    }
    let [daily, endless, many] = &shares;
    assert!(daily.iter().filter(|share| **share > 0.01).count() >= 4, "{daily:?}");
    assert!(endless.iter().all(|share| *share < 0.001), "{endless:?}");
    assert!(many.iter().all(|share| *share < 0.01), "{many:?}");
}

#[test]
fn daily_keys_roll_over_within_a_minute() {
    let load = Load::none().entity::<daily::Log>(Traffic::new(100.0, 700).unwrap());
    let simulation = Simulation::new::<daily::Logs>(load).start(BEFORE_MIDNIGHT).duration(Duration::from_secs(20));
    let report = simulation.run().unwrap();
    let of = |day: &str| report.resources[0].hottest.iter().filter(|key| key.key.contains(day)).count();
    assert_eq!((of("2026-06-22"), of("2026-06-23")), (6, 6), "{report}");
}

/// Returns the number of partitions at the end, and the throttled share of the last minutes.
fn long_run_outcome<S: keywright::Schema, E: Entity>(partitions: Partitions) -> (usize, f64) {
    // Items of 100 units each, so that the simulation is fast: 3,500 units per second on two keys.
    let load = Load::none().entity::<E>(Traffic::new(35.0, 100 * 1_024 - 500).unwrap());
    let simulation = Simulation::new::<S>(load).retry(Retry::Never).partitions(partitions.heat_window(MINUTE));
    let report = simulation.duration(90 * MINUTE).measure_from(70 * MINUTE).run().unwrap();
    (report.resources[0].partitions_after, report.resources[0].throttled_share())
}

#[test]
fn hot_key_splits_unless_sorted_by_time_or_with_a_local_index() {
    let default = || Partitions::default().seed(1).bucket_depth(Duration::from_secs(10));
    let (partitions, throttled) = long_run_outcome::<two_by_id::Logs, two_by_id::Log>(default());
    assert!(partitions >= 6 && throttled < 0.01, "{partitions} {throttled}");
    let (partitions, throttled) = long_run_outcome::<two_by_kind::Logs, two_by_kind::Log>(default());
    assert!(partitions >= 6 && throttled < 0.01, "the id comes first: {partitions} {throttled}");
    let stays = [
        long_run_outcome::<two_by_time::Logs, two_by_time::Log>(default()),
        long_run_outcome::<two_local::Logs, two_local::Log>(default()),
        long_run_outcome::<two_by_id::Logs, two_by_id::Log>(default().split_by_sort_key(false)),
    ];
    for (_, throttled) in stays {
        assert!(throttled > 0.35, "{stays:?}");
    }
}

#[test]
fn verdict_for_a_hot_key_depends_on_sort_key_splits() {
    let verdict = |simulation: Simulation| {
        let assumptions = simulation.duration(Duration::from_secs(5)).under_assumptions().unwrap();
        assumptions.entities[0].clone()
    };
    let traffic = || Traffic::new(35.0, 100 * 1_024 - 500).unwrap();
    let by_id = verdict(Simulation::new::<two_by_id::Logs>(Load::none().entity::<two_by_id::Log>(traffic())));
    assert!(!by_id.fails_under.iter().any(|name| name.contains("the day before")), "{by_id}");
    assert_eq!((by_id.verdict, by_id.fails_under.len()), (Verdict::Depends, 11), "{by_id}");
    let by_time = Simulation::new::<two_by_time::Logs>(Load::none().entity::<two_by_time::Log>(traffic()));
    assert_eq!(verdict(by_time.clone()).verdict, Verdict::FailsAlways);
    assert_eq!(verdict(by_time.after(60 * MINUTE)).fails_under.len(), 19);
}

#[test]
fn capacity_buckets_can_start_empty() {
    let run = |saved: Duration| {
        let load = Load::none().entity::<two_by_time::Log>(Traffic::new(60.0, 100 * 1_024 - 500).unwrap());
        let partitions = Partitions::default().saved_at_start(saved);
        let simulation = Simulation::new::<two_by_time::Logs>(load).retry(Retry::Never).partitions(partitions);
        simulation.duration(Duration::from_secs(1)).run().unwrap().resources[0].consumed_units
    };
    assert!(run(Duration::MAX) > run(Duration::ZERO) + 500.0);
}

#[test]
fn empty_measurement_interval_is_rejected() {
    let simulation = Simulation::new::<daily::Logs>(Load::declared::<daily::Logs>()).measure_from(MINUTE);
    let error = simulation.run().unwrap_err().to_string();
    assert!(error.starts_with("nothing is measured of 60 s; "), "{error}");
}

#[test]
fn deployed_table_has_the_templates_warm_throughput() {
    let deployed = Simulation::deployed::<daily::Logs>(Load::declared::<daily::Logs>());
    let report = deployed.duration(Duration::from_secs(1)).run().unwrap();
    assert!(report.resources[0].partitions_before >= 5, "{report}");
}

mod beside {
    use super::*;

    #[derive(Table)]
    #[entities(Alarm, Reading)]
    pub(super) struct Fleet;

    /// Three keys per day, which fill a partition if they share it.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Fleet)]
    #[pk(template = "ALARM#<at>", bucket = "day")]
    #[shard(hash(at, id), count = 3)]
    #[sk(template = "<at>#<id>")]
    #[peak(creates = 100, item_bytes = 10_000)]
    pub(super) struct Alarm {
        pub(super) at: DateTime<Utc>,
        pub(super) id: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Fleet)]
    #[pk(template = "READING#<device>#<at:day>")]
    #[sk(template = "<at>")]
    #[peak(creates = 16, item_bytes = 250)]
    pub(super) struct Reading {
        pub(super) at: DateTime<Utc>,
        pub(super) device: String,
    }
}

#[test]
fn small_load_next_to_full_partitions_throttles_under_1_percent() {
    let warm = keywright::load::warm_throughput(beside::Fleet::ENTITIES, None);
    assert!(!warm.is_needed(), "the four partitions of a new table: {warm:?}");
    let mut fullest = 0;
    for seed in 0..16 {
        // The partitions save up little, so that they soon throttle.
        let partitions = Partitions::default().seed(seed).bucket_depth(Duration::from_secs(2));
        let simulation = Simulation::deployed::<beside::Fleet>(Load::declared::<beside::Fleet>());
        let simulation = simulation.start(BEFORE_MIDNIGHT).partitions(partitions).retry(Retry::Never);
        let report = simulation.measure_from(Duration::from_secs(10)).duration(10 * MINUTE).run().unwrap();
        let share = report.resources[0].throttled_share();
        assert!(share < 0.01, "{share} with seed {seed}: {report}");
        fullest += u32::from(share > 0.0);
    }
    assert!(fullest > 0, "on one partition in some of the runs");
}
