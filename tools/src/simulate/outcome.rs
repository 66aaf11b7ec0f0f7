//! The outcome of a simulation: a report for each seed and, if they were varied, the assumptions.

use keywright_local::simulate::{Assumptions, MAX_THROTTLED_SHARE, Report};
use serde::Serialize;

use crate::number::percent;

/// The JSON output of `simulate`.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    /// The name of the schema.
    pub(super) schema: &'static str,
    /// The instant of the roll-over.
    pub(super) at: String,
    /// The measured seconds, from the roll-over on.
    pub(super) seconds: u64,
    /// The seconds of the previous day in which the load has split partitions.
    pub(super) past_seconds: u64,
    pub(super) retry: &'static str,
    /// The table first, then its global indexes.
    pub(super) warm: Vec<Warm>,
    /// Whether at most 0.1 % is throttled in each run and, if they are varied, under all assumptions.
    pub(super) holds: bool,
    pub(super) runs: Vec<Run>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) assumptions: Option<Assumptions>,
}

/// Warm throughput at the start.
#[derive(Debug, Serialize)]
pub(super) struct Warm {
    /// The index. `None` is the table.
    pub(super) index: Option<&'static str>,
    /// Write units per second. `None` for those of a new on-demand table or index.
    pub(super) write_units: Option<u64>,
}

#[derive(Debug, Serialize)]
pub(super) struct Run {
    pub(super) seed: u64,
    /// The largest throttled share of an entity's requests, or of the units of the table or an index.
    pub(super) throttled_share: f64,
    pub(super) report: Report,
}

impl Run {
    pub(super) fn new(seed: u64, report: Report) -> Self {
        Self { seed, throttled_share: report.throttled_share(), report }
    }
}

impl Outcome {
    /// Returns the run that throttles most, and the first of several.
    pub(super) fn worst(&self) -> Option<&Run> {
        self.runs.iter().rev().max_by(|a, b| a.throttled_share.total_cmp(&b.throttled_share))
    }

    /// Fails if the load throttles.
    pub(super) fn verdict(&self) -> Result<(), String> {
        if self.holds {
            return Ok(());
        }
        let worst = self.worst().map_or_else(Vec::new, |run| throttled(&run.report));
        let what = match worst.is_empty() {
            true => "the load throttles under some assumptions".to_owned(),
            false => format!("the load throttles: {}", worst.join(", ")),
        };
        Err(format!("{what}; `plan` shows the shards and the warm throughput that a roll-over needs"))
    }
}

/// Returns what throttles more than [`MAX_THROTTLED_SHARE`], with the share.
fn throttled(report: &Report) -> Vec<String> {
    let entities = report.entities.iter().flat_map(|entity| {
        let reads = (format!("reads of {}", entity.entity), entity.reads.throttled_share());
        [(format!("writes of {}", entity.entity), entity.throttled_share()), reads]
    });
    let resources = report.resources.iter().flat_map(|resource| {
        let reads = (format!("read units of {}", resource.name), resource.throttled_read_share());
        [(format!("write units of {}", resource.name), resource.throttled_share()), reads]
    });
    let above = entities.chain(resources).filter(|(_, share)| *share > MAX_THROTTLED_SHARE);
    above.map(|(name, share)| format!("{} of the {name}", percent(share))).collect()
}
