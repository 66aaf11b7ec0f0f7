//! Simulates midnight, when every daily key is replaced by a new one.

use std::{panic::resume_unwind, thread, time::Duration};

use keywright::{Schema, key::Timestamp};
use keywright_local::{
    Partitions,
    simulate::{Interval, Load, Report, Retry, Simulation},
};

/// 2026-06-23T00:00:00Z
pub(crate) const MIDNIGHT: Timestamp = Timestamp { seconds: 1_782_172_800, nanos: 0 };

/// The number of placements of the keys on partitions to try, because AWS does not publish its hash function.
pub(crate) const PLACEMENTS: u64 = 8;

/// The simulated time before and after midnight by which a placement is judged.
const AROUND: Duration = Duration::from_secs(3);

/// The time before and after midnight in the chart.
const BEFORE: Duration = Duration::from_secs(60);
const AFTER: Duration = Duration::from_secs(120);

const INTERVAL: Duration = Duration::from_secs(10);

/// The duration of the earlier load, for a placement and for the chart: long enough that splits have separated the six
/// keys of the old day.
const HEAT: Duration = Duration::from_secs(60 * 60);
const HEAT_OF_CHART: Duration = Duration::from_secs(2 * 60 * 60);

/// The results of midnight under one placement. The shares are those of throttled first attempts, from 0 to 1.
#[derive(Debug)]
pub(crate) struct Placement {
    pub(crate) seed: u64,
    pub(crate) before: f64,
    pub(crate) after: f64,
    pub(crate) report: Report,
}

/// Returns a simulation of the declared peak on the table that the generated template deploys, with the AWS SDK's
/// retries.
pub(crate) fn deployed<S: Schema>() -> Simulation {
    Simulation::deployed::<S>(Load::declared::<S>()).retry(Retry::Sdk).start(MIDNIGHT)
}

/// Simulates the seconds before and after midnight under each placement.
pub(crate) fn placements<S: Schema>() -> Result<Vec<Placement>, keywright_local::Error> {
    thread::scope(|scope| {
        let placements: Vec<_> = (0..PLACEMENTS).map(|seed| scope.spawn(move || placement::<S>(seed))).collect();
        placements.into_iter().map(|run| run.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

fn placement<S: Schema>(seed: u64) -> Result<Placement, keywright_local::Error> {
    let simulation = around::<S>(AROUND, AROUND).after(HEAT).interval(AROUND);
    let report = simulation.partitions(Partitions::default().seed(seed)).run()?;
    let mut shares = report.intervals.iter().map(throttled_share);
    let (before, after) = (shares.next().unwrap_or(1.0), shares.next().unwrap_or(1.0));
    Ok(Placement { seed, before, after, report })
}

/// Simulates the minutes around midnight under one placement.
pub(crate) fn minutes<S: Schema>(placement: u64) -> Result<Report, keywright_local::Error> {
    let simulation = around::<S>(BEFORE, AFTER).after(HEAT_OF_CHART).interval(INTERVAL);
    simulation.partitions(Partitions::default().seed(placement)).run()
}

/// Returns the seconds from midnight, negative before it.
pub(crate) fn seconds_from_midnight(interval: &Interval) -> f64 {
    interval.start_seconds - BEFORE.as_secs_f64()
}

fn around<S: Schema>(before: Duration, after: Duration) -> Simulation {
    let seconds = MIDNIGHT.seconds.saturating_sub_unsigned(before.as_secs());
    deployed::<S>().start(Timestamp { seconds, ..MIDNIGHT }).duration(before + after)
}

fn throttled_share(interval: &Interval) -> f64 {
    interval.entities.values().next().map_or(0.0, |writes| writes.throttled_share())
}
