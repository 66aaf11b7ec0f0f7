//! Measures how many random schemas find each of the errors that are put into a copy of the library.

use std::{
    env, io,
    path::{Path, PathBuf},
    process::{self, ExitCode},
    time::Instant,
};

use clap::Parser;
use keywright_schema_tests::{
    compile::build_crates_of,
    draw::draw,
    mutants::{Measurement, all, copy_with_mutants},
};

/// Measures how many random schemas find each of the errors that are put into a copy of the library.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of schemas to draw.
    #[arg(long, default_value_t = 1_000)]
    schemas: u64,
    /// The first seed. Each schema takes the next one.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of schemas in one program.
    #[arg(long, default_value_t = 100)]
    batch: u64,
    /// The number of programs that are compiled and run at once.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Measures only the mutants of these numbers.
    #[arg(long, value_delimiter = ',')]
    only: Vec<u32>,
    /// Builds the copy, and ends.
    #[arg(long)]
    build: bool,
}

fn main() -> ExitCode {
    match measure(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether all mutants were found.
fn measure(arguments: &Arguments) -> io::Result<bool> {
    let folder = folder();
    let mutants = all();
    let package = copy_with_mutants(&folder.join("source"), &mutants)?;
    let crates = build_crates_of(&package, Some(&folder.join("target")))?;
    if arguments.build {
        return Ok(true);
    }
    let is_asked = |number: &u32| arguments.only.is_empty() || arguments.only.contains(number);
    let mut measurement = Measurement::of(mutants.into_iter().filter(|mutant| is_asked(&mutant.number)).collect());
    let programs = env::temp_dir().join(format!("keywright-mutants-{}", process::id()));
    let (begun, end) = (Instant::now(), arguments.seed + arguments.schemas);
    let mut seed = arguments.seed;
    while seed < end && !measurement.missed().is_empty() {
        let mut batches = Vec::new();
        while seed < end && batches.len() < arguments.jobs.max(1) {
            let next = end.min(seed + arguments.batch.max(1));
            batches.push((seed..next).map(draw).collect::<Vec<_>>());
            seed = next;
        }
        measurement.run(&crates, &programs, &batches)?;
        let ((drawn, ran), missed) = (measurement.schemas(), measurement.missed().len());
        let seconds = begun.elapsed().as_secs();
        eprintln!("{drawn} schemas drawn, {ran} of them ran, {missed} mutants not found, {seconds} s");
    }
    print(&measurement);
    Ok(measurement.missed().is_empty())
}

/// Returns the folder of the copy, in cargo's target directory.
fn folder() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from).join("mutants")
}

/// Prints a line for each mutant: after how many schemas it was found, in which, and by which law.
fn print(measurement: &Measurement) {
    println!("| Mutant | Schemas | Seed | Law |\n|---|---|---|---|");
    for (mutant, found) in measurement.results() {
        let (number, name) = (mutant.number, mutant.name);
        match found {
            Some(found) => {
                let seed = found.seed.map(|seed| seed.to_string()).unwrap_or_default();
                let law: String = found.law.chars().take(100).collect();
                println!("| {number}. {name} | {} | {seed} | {law} |", found.schemas);
            }
            None => println!("| {number}. {name} | not found | | |"),
        }
    }
    let ((drawn, ran), missed) = (measurement.schemas(), measurement.missed().len());
    let total = measurement.results().count();
    println!("\n{} of {total} mutants found by {drawn} schemas, of which {ran} ran", total - missed);
}
