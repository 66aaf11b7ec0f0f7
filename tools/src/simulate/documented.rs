//! Runs the simulation that the documentation of a table shows: short, and equal in each run.

use keywright::{Schema, Table};
use keywright_local::simulate::Report;

use super::roll_over::{EVERY_BUCKET, RollOver, every_bucket, seconds_from, seeded};
use crate::access_patterns::Throttling;

/// The measured seconds.
const SECONDS: u64 = 12;

const SEED: u64 = 0;

/// The maximum number of simulated requests. More would take minutes without optimization.
const MAX_REQUESTS: f64 = 2e6;

/// Simulates the declared load. `None` if no peak is declared, or if the simulation would take too long.
pub(crate) fn throttling<S: Schema>() -> Result<Option<Throttling>, String> {
    let roll_over = RollOver::of_all(const { &<S::Table as Table>::SCHEMA }, S::ENTITIES);
    if !roll_over.has_load() || roll_over.requests(SECONDS) > MAX_REQUESTS {
        return Ok(None);
    }
    let past = roll_over.past();
    let simulation = seeded(&roll_over.simulation(every_bucket(), SECONDS), SEED).after(past);
    let report = simulation.run().map_err(|error| error.to_string())?;
    let partitions = match past.as_secs() {
        0 => "The table starts with the partitions of its warm throughput.".to_owned(),
        seconds => format!(
            "The table starts with the partitions that {} minutes of this load have split on the day before.",
            seconds / 60
        ),
    };
    let documented = of_report(&report)
        .assumption(
            "The declared peaks arrive at random times, on the table with the warm throughput of the generated \
             templates.",
        )
        .assumption(partitions)
        .assumption("AWS documents that a partition serves 1,000 WCU/s and 3,000 RCU/s.")
        .assumption(
            "It does not document where a key is placed, which follows seed 0 here, how much a partition saves up, \
             assumed as 1 s, and when a hot one is split, assumed as after 5 minutes above 80 %: the command simulate \
             varies all of it.",
        );
    Ok(Some(documented))
}

fn of_report(report: &Report) -> Throttling {
    let names = report.entities.iter().filter(|entity| entity.totals.writes > 0).map(|entity| &entity.entity);
    names.fold(Throttling::new(EVERY_BUCKET), |documented, name| {
        let intervals = report.intervals.iter().filter_map(|interval| {
            let writes = interval.entities.get(name)?;
            Some((seconds_from(interval.start_seconds) as u64, writes.writes, writes.throttled))
        });
        documented.entity(name, intervals)
    })
}
