//! Runs an ops log of 5,000 writes per second in five designs: which of them survive midnight?
//!
//! `cargo run --example survive` simulates each design through midnight, on the table that its generated template
//! deploys, and writes 1,000 items of each to the embedded engine. It fails if a design does not behave as expected.

mod chart;
mod designs;
mod engine;
mod fate;
mod midnight;
mod template;

use std::{error::Error, process::ExitCode, time::Instant};

use chrono::{DateTime, Utc};

use designs::{Severity, constant_key, daily_bucket, enough_for_midnight, enough_for_the_mean, unsharded_index};
use fate::{Fate, Outcome};

/// The compiler's message for the first design. A test keeps it up to date.
const REFUSED: &str = include_str!("../../tests/ui/fail/hot/kw001_constant_key_peak.stderr");

/// Returns the key fields of an item that is written just after midnight.
fn fields(number: u32) -> (DateTime<Utc>, String, Severity) {
    let at = DateTime::from_timestamp(midnight::MIDNIGHT.seconds, number).unwrap_or_default();
    let severity = Severity::ALL.get(number as usize % Severity::ALL.len()).copied().unwrap_or(Severity::Low);
    (at, format!("call{number}"), severity)
}

macro_rules! fate {
    ($name:literal, $design:ident) => {{
        let on_the_engine = engine::throttled_share::<$design::Ops, _>(|number| {
            let (at, call_id, severity) = fields(number);
            $design::OpsLog { at, call_id, severity }
        });
        Fate::of::<$design::Ops>($name, on_the_engine.await?)?
    }};
}

async fn run() -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    println!(
        "An ops log of 5,000 writes a second, one write unit each, in five designs. A partition of DynamoDB serves"
    );
    println!(
        "1,000 write units a second. The compiler refuses the first three designs and warns of the fourth (KW004);"
    );
    println!("`allow_hot` overrides it here, to see them fail. Its error for the first:\n\n{REFUSED}");
    println!(
        "Each design runs on the table that its generated CloudFormation template deploys, with the warm throughput"
    );
    println!("that is printed. The writers are 10 processes with the retries of the AWS SDK.");

    let fates = [
        fate!("constant key", constant_key),
        fate!("daily bucket", daily_bucket),
        fate!("32 shards, index without", unsharded_index),
        fate!("6 shards", enough_for_the_mean).with_minutes::<enough_for_the_mean::Ops>()?,
        fate!("32 shards, index 32", enough_for_midnight).with_minutes::<enough_for_midnight::Ops>()?,
    ];
    for fate in &fates {
        println!("\n{}\n  warm throughput in the template: {}", fate.name, fate.template);
        if let Some(minutes) = &fate.minutes {
            println!("  written at the first attempt (█) and throttled (░), by seconds from midnight:\n");
            chart::print(minutes);
        }
        if let Some(worst) = fate.worst() {
            println!("\n{}", worst.report);
        }
    }
    println!("{}\n", fate::table_of(&fates));
    println!("Before and After are the largest throttled shares of first attempts in the 3 seconds before and after");
    println!(
        "midnight, over {} placements of the keys on partitions. Each simulated midnight starts with the",
        midnight::PLACEMENTS
    );
    println!(
        "partitions that an hour or more of the load has split. Lost, the latencies, the reports and the charts are"
    );
    println!(
        "of the placement that throttles most after midnight. Lost: writes that the SDK gave up after 3 attempts or"
    );
    println!(
        "without retry tokens. Engine: the throttled share of {} puts to the embedded engine, with almost no",
        engine::PUTS
    );
    println!("burst capacity. Simulated: the share in a simulation of such puts.");
    println!("{:.0} s.", started.elapsed().as_secs_f64());

    let expected =
        [Outcome::Fails, Outcome::Fails, Outcome::Fails, Outcome::FailsAtMidnight { placements: 4 }, Outcome::Holds];
    let complaints: Vec<String> =
        fates.iter().zip(expected).filter_map(|(fate, expected)| fate.complaint(expected)).collect();
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("; ").into()) }
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
