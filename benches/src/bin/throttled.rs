//! Measures how long appends take at the maximum load of 20 shards: the SDK's default retries compared with the
//! library's.
//!
//! Ends with an error if the library's p99.9 exceeds its limit.

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use keywright_benches::{
    Result, table,
    throttled::{Load, Measured, Writer, measure},
};

/// The p99.9 that the library promises.
const P999_LIMIT: Duration = Duration::from_millis(10);

/// Appends to 20 random shards at full load.
#[derive(Debug, Parser)]
struct Options {
    /// Write units of each append.
    #[arg(long, default_value_t = 10)]
    units: u64,
    /// The duration of each run, in seconds.
    #[arg(long, default_value_t = 4.0)]
    seconds: f64,
    /// The burst capacity of a partition, in milliseconds of its limit.
    #[arg(long, default_value_t = 250)]
    depth_ms: u64,
    /// The duration of a request, in milliseconds.
    #[arg(long, default_value_t = 2)]
    latency_ms: u64,
    /// Runs, each with other shards.
    #[arg(long, default_value_t = 1)]
    runs: u64,
}

fn run(options: &Options) -> Result<Vec<(Writer, Measured)>> {
    let mut all = Vec::new();
    for writer in Writer::ALL {
        let mut sum = Measured::default();
        for seed in 0..options.runs {
            let load = Load {
                units: options.units,
                lasts: Duration::try_from_secs_f64(options.seconds)?,
                depth: Duration::from_millis(options.depth_ms),
                latency: Duration::from_millis(options.latency_ms),
                seed,
            };
            sum.add(measure(load, writer)?);
        }
        all.push((writer, sum));
    }
    Ok(all)
}

fn main() -> ExitCode {
    let all = match run(&Options::parse()) {
        Ok(all) => all,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", table::of_appends(&all));
    let slow =
        all.iter().filter(|(writer, _)| *writer != Writer::Sdk).find(|(_, ours)| ours.latency(0.999) > P999_LIMIT);
    match slow {
        None => ExitCode::SUCCESS,
        Some((writer, ours)) => {
            eprintln!("error: p99.9 of {writer:?} is {:?}, more than {P999_LIMIT:?}", ours.latency(0.999));
            ExitCode::FAILURE
        }
    }
}
