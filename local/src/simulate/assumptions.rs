//! Runs one load under each plausible value of what AWS documents without a number, or not at all.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::report::MAX_THROTTLED_SHARE;
use super::settings::Simulation;
use super::text::percent;
use super::{Error, Report};
use crate::Partitions;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// The number of placements that are tried.
const PLACEMENTS: u64 = 8;

/// Whether the verdict about a design depends on what AWS documents without a number, or not at all.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Assumptions {
    /// For each entity, the share of its items whose first attempt was throttled.
    pub entities: Vec<Judged>,
    /// For the table (`table`) and each index, the share of the write units that were throttled.
    pub resources: Vec<Judged>,
}

/// An entity, a table or an index under all assumptions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Judged {
    /// Its name.
    pub name: String,
    /// Whether it passes.
    pub verdict: Verdict,
    /// The smallest share that was throttled, from 0 to 1.
    pub least: f64,
    /// The largest share that was throttled, from 0 to 1.
    pub most: f64,
    /// The assumptions under which more than 0.1 % is throttled.
    pub fails_under: Vec<String>,
}

/// The outcome under all assumptions. A run passes if at most 0.1 % is throttled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is throttled under every assumption that was tried.
    FailsAlways,
    /// It is throttled under some of the assumptions.
    Depends,
    /// It is throttled under none of the assumptions.
    Holds,
}

/// A simulation under one assumption, with its name.
struct Case {
    name: String,
    simulation: Simulation,
    partitions: Partitions,
}

/// Runs a simulation under each assumption.
pub(super) fn try_all(simulation: &Simulation, base: &Partitions) -> Result<Assumptions, Error> {
    let mut runs = Vec::new();
    for Case { name, simulation, partitions } in cases(simulation, base) {
        runs.push((name, simulation.run_with(&partitions)?));
    }
    let entities = |report: &Report| {
        report.entities.iter().map(|entity| (entity.entity.clone(), entity.throttled_share())).collect()
    };
    let resources = |report: &Report| {
        report.resources.iter().map(|resource| (resource.name.clone(), resource.throttled_share())).collect()
    };
    Ok(Assumptions { entities: judged(&runs, entities), resources: judged(&runs, resources) })
}

/// Returns the assumptions, each varied separately.
fn cases(simulation: &Simulation, base: &Partitions) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, simulation: &Simulation, partitions: Partitions| {
        cases.push(Case { name, simulation: simulation.clone(), partitions });
    };
    for seed in 0..PLACEMENTS {
        add(format!("placement {seed}"), simulation, base.clone().seed(seed));
    }
    for (name, partitions) in of_buckets(base) {
        add(name.to_owned(), simulation, partitions);
    }
    let aged = simulation.clone().after(HOUR);
    match simulation.past.is_zero() {
        true => add("splits of an hour of the day before".to_owned(), &aged, base.clone()),
        false => add("a new table's partitions".to_owned(), &simulation.clone().after(Duration::ZERO), base.clone()),
    }
    if simulation.duration > 2 * MINUTE || !simulation.past.is_zero() {
        for (name, partitions) in of_splits(base) {
            add(name.to_owned(), simulation, partitions);
        }
    }
    cases
}

/// Varies how limits are averaged, and what is saved up at the start.
fn of_buckets(base: &Partitions) -> [(&'static str, Partitions); 3] {
    let burst = Duration::from_secs(300);
    [
        ("buckets of 0.1 s", base.clone().bucket_depth(Duration::from_millis(100))),
        ("bursts of up to 300 s", base.clone().bucket_depth(burst).saved_at_start(Duration::from_secs(1))),
        ("empty buckets at the start", base.clone().saved_at_start(Duration::ZERO)),
    ]
}

/// Varies when and where partitions split.
fn of_splits(base: &Partitions) -> [(&'static str, Partitions); 7] {
    [
        ("splits after 2 minutes", base.clone().split_after(2 * MINUTE)),
        ("splits after 10 minutes", base.clone().split_after(10 * MINUTE)),
        ("splits from 70 % of the limit", base.clone().split_share(0.7)),
        ("splits from 90 % of the limit", base.clone().split_share(0.9)),
        ("no split between keys for one with half the heat", base.clone().dominant_key_share(0.5)),
        ("no splits by sort key", base.clone().split_by_sort_key(false)),
        ("no splits with a local index", base.clone().split_with_local_index(false)),
    ]
}

fn judged(runs: &[(String, Report)], shares: impl Fn(&Report) -> Vec<(String, f64)>) -> Vec<Judged> {
    let mut all: Vec<Judged> = Vec::new();
    for (case, report) in runs {
        for (name, share) in shares(report) {
            let place = all.iter().position(|judged| judged.name == name).unwrap_or_else(|| {
                all.push(Judged { name, verdict: Verdict::Holds, least: 1.0, most: 0.0, fails_under: Vec::new() });
                all.len() - 1
            });
            if let Some(judged) = all.get_mut(place) {
                judged.least = judged.least.min(share);
                judged.most = judged.most.max(share);
                if share > MAX_THROTTLED_SHARE {
                    judged.fails_under.push(case.clone());
                }
            }
        }
    }
    for judged in &mut all {
        judged.verdict = match judged.fails_under.len() {
            0 => Verdict::Holds,
            fails if fails == runs.len() => Verdict::FailsAlways,
            _ => Verdict::Depends,
        };
    }
    all
}

impl Simulation {
    /// Runs the simulation under each plausible value of what AWS documents without a number, or not at all. Varies one
    /// value at a time, and returns those on which the outcome depends.
    ///
    /// - 8 placements of the keys.
    /// - Buckets of a tenth of a second; of 300 seconds, into which unused capacity flows as [burst
    ///   capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html); and
    ///   empty ones at the start.
    /// - The partitions of a new table, and those that an hour of this load has split on the previous day
    ///   ([`after`](Self::after)).
    /// - If it lasts longer than 2 minutes, or starts with partitions that were split: splits after 2 and 10 minutes,
    ///   from 70 and 90 % of the limit, none between keys for one with half the heat, none by sort key
    ///   ([`Partitions::split_by_sort_key`]), and no split in a table with a local secondary index.
    ///
    /// That is 12 runs, or 19. AWS's guarantees are not varied: a partition's 1,000 write units and 3,000 read units
    /// per second, and that a collection with a local secondary index or a rising or falling sort key is not split.
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run).
    pub fn under_assumptions(&self) -> Result<Assumptions, Error> {
        try_all(self, &self.partitions)
    }
}

impl Assumptions {
    /// Returns whether every entity and resource passes under all assumptions.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.entities.iter().chain(&self.resources).all(|judged| judged.verdict == Verdict::Holds)
    }

    /// Returns the results as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        // Serializing text and finite numbers does not fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl fmt::Display for Assumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for judged in self.entities.iter().chain(&self.resources) {
            writeln!(f, "{judged}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, verdict, .. } = self;
        write!(f, "{name}: {verdict}, {} to {} throttled", percent(self.least), percent(self.most))?;
        match verdict {
            Verdict::Depends => write!(f, "; it fails under {}", self.fails_under.join(", ")),
            Verdict::FailsAlways | Verdict::Holds => Ok(()),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FailsAlways => "fails always",
            Self::Depends => "depends",
            Self::Holds => "holds",
        })
    }
}
