//! A design and the results of its load.

use std::{error::Error, fmt, time::Duration};

use comfy_table::{CellAlignment, Table, presets};
use keywright::Schema;
use keywright_local::simulate::{LatencyReport, Report, Retry};

use crate::{
    engine,
    midnight::{self, Placement},
    template,
};

/// A placement holds if at most this share of the writes is throttled.
const MAX_THROTTLED_SHARE: f64 = 0.001;

/// The largest accepted difference between the shares of the engine and of the simulation.
const APART: f64 = 0.05;

/// The result of midnight for a design, over all placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It throttles before and after midnight.
    Fails,
    /// It holds before midnight, and throttles after it under this many placements.
    FailsAtMidnight { placements: usize },
    /// It holds before and after midnight.
    Holds,
    /// It throttles before midnight under some placements only.
    Depends,
}

pub(crate) struct Fate {
    pub(crate) name: &'static str,
    /// The warm throughput in the template.
    pub(crate) template: String,
    /// The minutes around midnight under the worst placement.
    pub(crate) minutes: Option<Report>,
    placements: Vec<Placement>,
    /// The throttled share on the engine, and in a simulation of the same duration.
    on_the_engine: f64,
    in_simulation: f64,
}

impl Fate {
    pub(crate) fn of<S: Schema>(name: &'static str, on_the_engine: f64) -> Result<Self, Box<dyn Error>> {
        let placements = midnight::placements::<S>()?;
        let stretch = Duration::from_secs(1) * engine::PUTS / engine::PUTS_PER_SECOND;
        let short = midnight::deployed::<S>().retry(Retry::Never).writers(1).partitions(engine::partitions());
        Ok(Self {
            name,
            template: template::describe::<S>(),
            minutes: None,
            placements,
            on_the_engine,
            in_simulation: throttled_share(&short.duration(stretch).run()?),
        })
    }

    /// Also simulates the minutes around midnight.
    pub(crate) fn with_minutes<S: Schema>(self) -> Result<Self, Box<dyn Error>> {
        let seed = self.worst().map_or(0, |placement| placement.seed);
        Ok(Self { minutes: Some(midnight::minutes::<S>(seed)?), ..self })
    }

    /// Returns the placement that throttles most after midnight.
    pub(crate) fn worst(&self) -> Option<&Placement> {
        self.placements.iter().max_by(|one, other| one.after.total_cmp(&other.after))
    }

    fn outcome(&self) -> Outcome {
        let throttles = |of: fn(&Placement) -> f64| {
            self.placements.iter().filter(|placement| of(placement) > MAX_THROTTLED_SHARE).count()
        };
        let (before, after) = (throttles(|placement| placement.before), throttles(|placement| placement.after));
        match (before, after) {
            (0, 0) => Outcome::Holds,
            (0, placements) => Outcome::FailsAtMidnight { placements },
            (before, after) if before.min(after) == self.placements.len() => Outcome::Fails,
            _ => Outcome::Depends,
        }
    }

    /// Returns an error message if the outcome is not the expected one.
    pub(crate) fn complaint(&self, expected: Outcome) -> Option<String> {
        let Self { name, on_the_engine, in_simulation, .. } = self;
        let outcome = self.outcome();
        let is_expected = match (expected, outcome) {
            (Outcome::FailsAtMidnight { placements: least }, Outcome::FailsAtMidnight { placements }) => {
                placements >= least
            }
            (expected, outcome) => expected == outcome,
        };
        if !is_expected {
            return Some(format!("`{name}`: expected \"{expected}\", found \"{outcome}\""));
        }
        let apart = (on_the_engine - in_simulation).abs();
        (apart > APART).then(|| {
            format!("`{name}`: the engine throttles {on_the_engine:.3} of the puts, the simulation {in_simulation:.3}")
        })
    }

    /// Returns the largest share over all placements.
    fn most(&self, of: fn(&Placement) -> f64) -> f64 {
        self.placements.iter().map(of).fold(0.0, f64::max)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fails => f.write_str("fails"),
            Self::FailsAtMidnight { placements } => {
                write!(f, "fails at midnight, {placements} of {}", midnight::PLACEMENTS)
            }
            Self::Holds => f.write_str("holds"),
            Self::Depends => f.write_str("depends on the placement"),
        }
    }
}

/// Returns a table with one row for each design.
pub(crate) fn table_of(fates: &[Fate]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["Design", "Before", "After", "Lost", "p50", "p99", "p99.9", "Outcome", "Engine", "Simulated"]);
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    for fate in fates {
        let Some(entity) = fate.worst().and_then(|worst| worst.report.entities.first()) else { continue };
        let latency = |of: fn(&LatencyReport) -> f64| {
            entity.latency.as_ref().map_or_else(String::new, |latency| format!("{:.0} ms", of(latency)))
        };
        table.add_row([
            fate.name.to_owned(),
            percent(fate.most(|placement| placement.before)),
            percent(fate.most(|placement| placement.after)),
            percent(entity.totals.lost as f64 / entity.totals.writes.max(1) as f64),
            latency(|latency| latency.p50_ms),
            latency(|latency| latency.p99_ms),
            latency(|latency| latency.p999_ms),
            fate.outcome().to_string(),
            percent(fate.on_the_engine),
            percent(fate.in_simulation),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn throttled_share(report: &Report) -> f64 {
    report.entities.first().map_or(0.0, |entity| entity.throttled_share())
}
