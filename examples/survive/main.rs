//! An ops log of 5,000 writes a second in four designs: which of them survive?
//!
//! `cargo run --example survive` simulates a minute of each and writes a few thousand items of each to the embedded
//! engine. It fails if the right design throttles, or a wrong one does not.

mod chart;
mod designs;
mod engine;

use std::{
    error::Error,
    process::ExitCode,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use comfy_table::{CellAlignment, Table, presets};
use keywright::Schema;
use keywright_local::simulate::{Assumptions, Load, Report, Retry, Simulation, Verdict};

use designs::{Severity, all_of_it_right, constant_key, daily_bucket, unsharded_index};

/// What the compiler says to the first design. A test keeps it true.
const REFUSED: &str = include_str!("../../tests/ui/fail/hot/kw001_constant_key_peak.stderr");

/// A design and what became of it.
struct Fate {
    name: &'static str,
    is_right: bool,
    report: Report,
    assumptions: Assumptions,
    /// The share that was throttled at once on the engine, and in a simulation of the same stretch.
    on_the_engine: f64,
    in_simulation: f64,
}

impl Fate {
    fn of(
        name: &'static str,
        simulation: Simulation,
        is_right: bool,
        on_the_engine: f64,
    ) -> Result<Self, Box<dyn Error>> {
        let stretch = Duration::from_secs(1) * engine::PUTS / engine::A_SECOND;
        let short = simulation.clone().writers(1).partitions(engine::partitions()).duration(stretch).run()?;
        Ok(Self {
            name,
            is_right,
            report: simulation.run()?,
            assumptions: simulation.duration(Duration::from_secs(5)).under_assumptions()?,
            on_the_engine,
            in_simulation: throttled_share(&short),
        })
    }

    fn verdict(&self) -> Verdict {
        self.assumptions.entities.first().map_or(Verdict::Depends, |entity| entity.verdict)
    }

    /// What is wrong with the outcome, if anything.
    fn complaint(&self) -> Option<String> {
        let expected = if self.is_right { Verdict::Holds } else { Verdict::FailsAlways };
        let share = throttled_share(&self.report);
        let is_as_expected = if self.is_right { share <= 0.001 } else { share > 0.1 };
        if self.verdict() != expected || !is_as_expected {
            return Some(format!("`{}` should be: {expected}, and is: {}", self.name, self.verdict()));
        }
        let apart = (self.on_the_engine - self.in_simulation).abs();
        (apart > 0.05).then(|| format!("`{}`: the engine and the simulation do not agree", self.name))
    }
}

fn throttled_share(report: &Report) -> f64 {
    report.entities.first().map_or(0.0, |entity| entity.throttled_share())
}

/// A minute of the declared peak, with the retries of the AWS SDK.
fn simulation<S: Schema>() -> Simulation {
    let simulation = Simulation::new::<S>(Load::declared::<S>()).retry(Retry::Sdk);
    simulation.duration(Duration::from_secs(60)).interval(Duration::from_secs(5))
}

/// The fields of an item.
fn fields(number: u32) -> (DateTime<Utc>, String, Severity) {
    let severity = Severity::ALL.get(number as usize % Severity::ALL.len()).copied().unwrap_or(Severity::Low);
    (Utc::now(), format!("call{number}"), severity)
}

macro_rules! engine {
    ($design:ident, $warm:expr) => {
        engine::throttled_share::<$design::Ops, _>($warm, |number| {
            let (at, call_id, severity) = fields(number);
            $design::OpsLog { at, call_id, severity }
        })
        .await?
    };
}

async fn run() -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let constant = engine!(constant_key, None);
    let daily = engine!(daily_bucket, None);
    let unsharded = engine!(unsharded_index, None);
    let right = engine!(all_of_it_right, Some(all_of_it_right::WARM));
    let warm = simulation::<all_of_it_right::Ops>();
    let warm = warm.warm_table(all_of_it_right::WARM).warm_index("GSI1", all_of_it_right::WARM);
    let fates = [
        Fate::of("constant key", simulation::<constant_key::Ops>(), false, constant)?,
        Fate::of("daily bucket", simulation::<daily_bucket::Ops>(), false, daily)?,
        Fate::of("10 shards, index without", simulation::<unsharded_index::Ops>(), false, unsharded)?,
        Fate::of("32 shards, index too, warm", warm, true, right)?,
    ];

    println!("An ops log of 5,000 writes a second, each of one unit, in a table of its own. The compiler refuses the");
    println!("first three designs, and they are built with `allow_hot`. To the first it says:\n\n{REFUSED}");
    println!("The writers are 10 processes with the AWS SDK's own retries.");
    for fate in &fates {
        println!("\n{}: what is written at once (█) and what is throttled (░)\n", fate.name);
        chart::print(&fate.report);
        println!("\n{}", fate.report);
    }
    println!("{}\n", table_of(&fates));
    println!(
        "Lost is what the SDK gave up, after 3 attempts or without tokens for another. The assumptions are what AWS gives no"
    );
    println!(
        "figures for: 8 placements of the keys, token buckets of 0.1 to 300 s and empty ones, and the splits that an hour of"
    );
    println!("the load has brought on the day before. Engine is the embedded one with {} real", engine::PUTS);
    println!("puts of each design; beside it is the simulation of the same stretch.");
    println!("{:.0} s.", started.elapsed().as_secs_f64());

    let complaints: Vec<String> = fates.iter().filter_map(Fate::complaint).collect();
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("; ").into()) }
}

fn table_of(fates: &[Fate]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    let header = ["Design", "Throttled", "Lost", "p50", "p99", "p99.9", "Under all assumptions", "Engine", "Simulated"];
    table.set_header(header);
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    for fate in fates {
        let Some(entity) = fate.report.entities.first() else { continue };
        let latency = |of: fn(&keywright_local::simulate::LatencyReport) -> f64| {
            entity.latency.as_ref().map_or_else(String::new, |latency| format!("{:.0} ms", of(latency)))
        };
        table.add_row([
            fate.name.to_owned(),
            percent(entity.throttled_share()),
            percent(entity.totals.lost as f64 / entity.totals.writes.max(1) as f64),
            latency(|latency| latency.p50_ms),
            latency(|latency| latency.p99_ms),
            latency(|latency| latency.p999_ms),
            fate.verdict().to_string(),
            percent(fate.on_the_engine),
            percent(fate.in_simulation),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
