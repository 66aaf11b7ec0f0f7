//! Simulates designs through a roll-over and at their launch, deployed as generated.

use std::time::Duration;

use keywright::{
    key::Timestamp,
    load::{WarmThroughput, warm_throughput},
};
use keywright_local::{
    Partitions,
    simulate::{Load, Simulation, Traffic, Values},
};

use super::design::{Design, Schema, Time};
use crate::Result;

/// The number of placements to try.
pub const PLACEMENTS: u64 = 8;

/// 2026-06-23T00:00:00Z, at which days and hours roll over.
const ROLL_OVER: i64 = 1_782_172_800;

/// The unused capacity that a partition can save up, in write units.
const SAVED: u64 = 1_000;

/// The time span of a simulation.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// The duration of the earlier load, which has split partitions, a day before.
    pub past: Duration,
    /// Seconds before the roll-over, which are not measured.
    pub before: u32,
    /// Seconds after the roll-over.
    pub after: u32,
}

impl Window {
    /// Returns a span, of at most a minute, in which a partition with a load too high by 1 % of the peak throttles
    /// during two thirds of the time. Keys with a bucket start with the partitions after 10 minutes of load, those
    /// without one after an hour.
    #[must_use]
    pub fn of(design: &Design) -> Self {
        let drained = (SAVED * 100).div_ceil(design.peak);
        let past = if design.time == Time::None { 3_600 } else { 600 };
        Self { past: Duration::from_secs(past), before: 2, after: (3 * drained).clamp(10, 60) as u32 }
    }

    /// Returns a shorter span, of the first seconds after the roll-over. Keys with a bucket start with the partitions
    /// of a new table.
    #[must_use]
    pub fn short(design: &Design) -> Self {
        let past = if design.time == Time::None { 3_600 } else { 0 };
        Self { past: Duration::from_secs(past), before: 1, after: 6 }
    }

    /// Returns this span without earlier load: that of a table that is launched at its peak.
    const fn of_launch(self) -> Self {
        Self { past: Duration::ZERO, ..self }
    }
}

/// The result of a simulation.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// The warm write units of the table or index; `None` if those of a new one suffice.
    pub warm_units: Option<u64>,
    /// The throttled share for each placement, from 0 to 1: of the items, of the reads or of the units, the largest.
    pub throttled: Vec<f64>,
    /// The throttled shares when the table is launched at its peak. Empty for a key with a bucket, whose launch is a
    /// roll-over.
    pub launched: Vec<f64>,
}

impl Outcome {
    /// Returns the largest share.
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.throttled.iter().copied().fold(0.0, f64::max)
    }

    /// Returns the largest share of a launch. `None` for a key with a bucket.
    #[must_use]
    pub fn worst_launch(&self) -> Option<f64> {
        self.launched.iter().copied().reduce(f64::max)
    }

    /// Returns the mean share.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.throttled.iter().sum::<f64>() / self.throttled.len().max(1) as f64
    }

    /// Returns the number of placements in which at least this share is throttled.
    #[must_use]
    pub fn failed(&self, share: f64) -> usize {
        self.throttled.iter().filter(|throttled| **throttled >= share).count()
    }
}

/// Simulates a design under these placements.
///
/// # Errors
///
/// Those of [`Simulation::run`].
pub fn run(
    design: &Design,
    schema: Schema,
    window: Window,
    seeds: impl Iterator<Item = u64> + Clone,
) -> Result<Outcome> {
    let WarmThroughput { write_units, .. } = warm_throughput(schema.entities, design.index());
    let throttled = throttled_shares(schema, window, seeds.clone())?;
    let launched = match design.time {
        Time::None => throttled_shares(schema, window.of_launch(), seeds)?,
        Time::Day | Time::Hour | Time::Date | Time::Expiry => Vec::new(),
    };
    Ok(Outcome { warm_units: write_units, throttled, launched })
}

fn throttled_shares(schema: Schema, window: Window, seeds: impl Iterator<Item = u64>) -> Result<Vec<f64>> {
    let mut throttled = Vec::new();
    let entity = schema.entity();
    let traffic = Traffic::declared_by(entity).ok_or("a design without a peak")?;
    let load = Load::none().entity_of(entity, traffic.values("id", Values::unique()));
    let simulation = Simulation::deployed_of(schema.table, schema.entities, load)
        .start(Timestamp { seconds: ROLL_OVER - i64::from(window.before), nanos: 0 })
        .after(window.past)
        .duration(Duration::from_secs((window.before + window.after).into()))
        .measure_from(Duration::from_secs(window.before.into()));
    for seed in seeds {
        let report = simulation.clone().partitions(Partitions::default().seed(seed)).run()?;
        let of_items =
            report.entities.iter().flat_map(|entity| [entity.throttled_share(), entity.reads.throttled_share()]);
        let of_units = report.resources.iter().map(|resource| resource.throttled_share());
        throttled.push(of_items.chain(of_units).fold(0.0, f64::max));
    }
    Ok(throttled)
}
