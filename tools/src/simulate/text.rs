//! Writes the outcome for a terminal.

use std::fmt::{self, Write as _};

use keywright_local::simulate::{FullPartition, Report};

use super::{
    outcome::{Outcome, Run, Warm},
    roll_over::seconds_from,
};
use crate::number::{grouped, percent};

/// The width of the longest bar.
const COLUMNS: f64 = 48.0;

/// The number of fullest partitions that are shown of the table and of each index.
const FULLEST: usize = 3;

pub(super) fn text(outcome: &Outcome) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_text(&mut text, outcome);
    text
}

fn write_text(text: &mut String, outcome: &Outcome) -> fmt::Result {
    let Outcome { schema, at, seconds, past_seconds, retry, .. } = outcome;
    writeln!(text, "{schema}: the declared load for {seconds} s from {at} on")?;
    writeln!(text, "warm throughput: {}", outcome.warm.iter().map(warm).collect::<Vec<_>>().join("; "))?;
    writeln!(text, "retries: {retry}; {}", past(*past_seconds))?;
    for run in &outcome.runs {
        let verdict = if run.report.holds() { "holds" } else { "throttles" };
        writeln!(text, "seed {}: {verdict}, up to {} throttled", run.seed, percent(run.throttled_share))?;
    }
    if let Some(assumptions) = &outcome.assumptions {
        write!(text, "\nby assumptions:\n{assumptions}")?;
    }
    outcome.worst().map_or(Ok(()), |worst| write_run(text, worst, *seconds))
}

fn warm(warm: &Warm) -> String {
    let units = warm.write_units.map_or_else(|| "new".to_owned(), |units| format!("{} WCU/s", grouped(units)));
    format!("{} {units}", warm.index.unwrap_or("table"))
}

fn past(seconds: u64) -> String {
    match seconds {
        0 => "partitions of the warm throughput".to_owned(),
        seconds => format!("partitions as split by {} minutes of the load on the day before", seconds / 60),
    }
}

fn write_run(text: &mut String, run: &Run, seconds: u64) -> fmt::Result {
    write!(text, "\ndetails of seed {}:\n{}", run.seed, run.report)?;
    for resource in run.report.resources.iter().filter(|resource| !resource.fullest.is_empty()) {
        let fullest: Vec<_> = resource.fullest.iter().take(FULLEST).map(|of| units_per_second(of, seconds)).collect();
        writeln!(text, "  fullest partitions of {}: {}", resource.name, fullest.join("; "))?;
    }
    chart(text, &run.report)
}

/// Formats what a partition serves on average, and what is requested of it if that is more.
fn units_per_second(of: &FullPartition, seconds: u64) -> String {
    let rate = |units: f64| grouped((units / seconds.max(1) as f64).round() as u64);
    let served = |consumed: f64, throttled: f64, unit: &str| match throttled > 0.0 {
        true => format!("{} of {} {unit}/s", rate(consumed), rate(consumed + throttled)),
        false => format!("{} {unit}/s", rate(consumed)),
    };
    let write = served(of.consumed_units, of.throttled_units, "WCU");
    match of.consumed_read_units + of.throttled_read_units > 0.0 {
        true => format!("{write} and {}", served(of.consumed_read_units, of.throttled_read_units, "RCU")),
        false => write,
    }
}

/// Draws the writes of each interval, if any is throttled: those that were written at once, and those whose first
/// attempt was throttled.
fn chart(text: &mut String, report: &Report) -> fmt::Result {
    let counts = |of: fn(&keywright_local::simulate::Writes) -> u64| -> Vec<u64> {
        report.intervals.iter().map(|interval| interval.entities.values().map(of).sum()).collect()
    };
    let (writes, throttled) = (counts(|writes| writes.writes), counts(|writes| writes.throttled));
    if throttled.iter().all(|throttled| *throttled == 0) {
        return Ok(());
    }
    let most = writes.iter().copied().max().unwrap_or_default().max(1);
    writeln!(text, "\n  writes by seconds from the roll-over: at once █, throttled at first ░")?;
    for (interval, (writes, throttled)) in report.intervals.iter().zip(writes.into_iter().zip(throttled)) {
        let columns = |writes: u64| (writes as f64 / most as f64 * COLUMNS).round() as usize;
        let refused = columns(throttled).max(usize::from(throttled > 0));
        let at_once = columns(writes).saturating_sub(refused);
        let share = percent(throttled as f64 / writes.max(1) as f64);
        let bar = format!("{}{}", "█".repeat(at_once), "░".repeat(refused));
        writeln!(text, "  {:>+6.0} s {bar} {share}", seconds_from(interval.start_seconds))?;
    }
    Ok(())
}
