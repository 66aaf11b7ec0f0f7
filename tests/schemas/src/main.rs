//! Draws random schemas, compiles and runs them, and prints the smallest program of each that breaks a law.

use std::{
    collections::BTreeMap,
    env,
    path::PathBuf,
    process::{self, ExitCode},
};

use clap::Parser;
use keywright_schema_tests::{
    batch,
    compile::build_crates,
    corpus,
    coverage::Coverage,
    draw::draw,
    shrink::shrink,
    source::{compact, module},
};

/// Draws random schemas, compiles and runs them, and prints what broke a law.
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
    /// The number of failing schemas after which the command ends.
    #[arg(long, default_value_t = 1)]
    failures: usize,
    /// Prints the program of the first seed, and ends.
    #[arg(long)]
    print: bool,
    /// Prints failing programs as they are drawn, and does not run the corpus.
    #[arg(long)]
    whole: bool,
    /// Prints the pairs of features that fewer schemas than this had.
    #[arg(long)]
    below: Option<usize>,
    /// Prints the first line of each compiler message, with the number of schemas that it refused.
    #[arg(long)]
    refusals: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.print {
        println!("{}", module(&draw(arguments.seed)));
        return ExitCode::SUCCESS;
    }
    match search(&arguments) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            eprintln!("{failed} schemas break a law");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Returns how many schemas failed.
fn search(arguments: &Arguments) -> std::io::Result<usize> {
    let crates = build_crates()?;
    let folder = || -> PathBuf { env::temp_dir().join(format!("keywright-schemas-{}", process::id())) };
    if !arguments.whole {
        let (failures, refused) = batch::run_modules(&crates, &folder(), &corpus::programs()?)?;
        for (program, failures) in failures.iter().chain(&refused) {
            println!("corpus/{program}.rs:\n    {}", failures.join("\n    "));
        }
        if !failures.is_empty() || !refused.is_empty() {
            return Ok(failures.len() + refused.len());
        }
    }
    println!("seeds {} to {}", arguments.seed, arguments.seed + arguments.schemas - 1);
    let mut coverage = Coverage::default();
    let mut messages = BTreeMap::<String, usize>::new();
    let (mut applied, mut prose) = (0, BTreeMap::<String, usize>::new());
    let (mut failed, mut ran, mut refused, mut seed) = (0, 0, 0, arguments.seed);
    let end = arguments.seed + arguments.schemas;
    while seed < end && failed < arguments.failures {
        let schemas: Vec<_> = (seed..end.min(seed + arguments.batch)).map(draw).collect();
        seed += arguments.batch;
        let outcome = batch::run(&crates, &folder(), &schemas)?;
        ran += outcome.ran.len();
        refused += outcome.refused.len();
        for schema in &schemas {
            coverage.count(schema, outcome.ran.contains(&schema.seed));
        }
        for message in outcome.refused.values().flatten() {
            *messages.entry(message.lines().next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        applied += outcome.fixes.applied;
        for (way, count) in &outcome.fixes.prose {
            *prose.entry(way.clone()).or_default() += count;
        }
        for (place, failures) in outcome.failures.iter().take(arguments.failures.saturating_sub(failed)) {
            failed += 1;
            let schema = &schemas[*place];
            println!("seed {}:\n    {}", schema.seed, failures.join("\n    "));
            let (schema, failures) = match arguments.whole {
                true => (schema.clone(), Vec::new()),
                false => shrink(&crates, &folder(), schema)?,
            };
            println!("    the smallest program:\n    {}\n{}", failures.join("\n    "), compact(&module(&schema)));
        }
        let drawn = seed.min(end) - arguments.seed;
        println!("{ran} of {drawn} schemas compiled and ran, {refused} were refused, {failed} break a law");
    }
    println!("{applied} ways out of refusals applied, {} need a decision", prose.values().sum::<usize>());
    if arguments.refusals {
        for (message, count) in messages.iter().chain(&prose) {
            println!("{count:>5} {message}");
        }
    }
    println!("\nSchemas that had both features:\n{coverage}");
    for (one, other, drawn, ran) in arguments.below.map(|least| coverage.below(least)).into_iter().flatten() {
        println!("{ran:>5} of {drawn:>5} ran with {one} and {other}");
    }
    Ok(failed)
}
