//! Draws random schemas, compiles and runs them, and prints the smallest program of each that breaks a law.

use std::{
    collections::BTreeMap,
    env,
    ops::Range,
    path::{Path, PathBuf},
    process::{self, ExitCode},
    thread,
    time::{Duration, Instant},
};

use clap::Parser;
use keywright_schema_tests::{
    batch::{self, Outcome},
    compile::{Crates, build_crates},
    corpus,
    coverage::Coverage,
    draw::draw,
    schema::{Schema, features::Together},
    shrink::shrink,
    source::{compact, module},
};

/// Draws random schemas, compiles and runs them, and prints what broke a law.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of schemas to run.
    #[arg(long, default_value_t = 1_000)]
    schemas: u64,
    /// The number of schemas of which the one with the rarest pairs of features is run.
    #[arg(long, default_value_t = 8)]
    candidates: u64,
    /// The first seed. Each candidate takes the next one.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of schemas in one program.
    #[arg(long, default_value_t = 50)]
    batch: u64,
    /// The number of programs that are compiled at once.
    #[arg(long, default_value_t = 2)]
    jobs: u64,
    /// The number of failing schemas after which the command ends.
    #[arg(long, default_value_t = 1)]
    failures: usize,
    /// The number of minutes after which a failing program is not made smaller any more.
    #[arg(long, default_value_t = 30)]
    shrink_minutes: u64,
    /// Prints the program of the first seed, and ends.
    #[arg(long)]
    print: bool,
    /// Prints failing programs as they are drawn, and does not run the corpus.
    #[arg(long)]
    whole: bool,
    /// Prints the pairs of features that fewer schemas than this had.
    #[arg(long)]
    below: Option<usize>,
    /// Runs only schemas that have all of these features on one field, in one key or in one operation.
    #[arg(long)]
    with: Vec<String>,
    /// Adds the numbers of schemas with both features to those in this file, so that a run goes on where another ended.
    #[arg(long)]
    counts: Option<PathBuf>,
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

/// Runs batches of schemas at once, each in a folder of its own.
fn run_all(crates: &Crates, folder: &Path, batches: &[Vec<Schema>]) -> std::io::Result<Vec<Outcome>> {
    thread::scope(|scope| {
        let mut running = Vec::with_capacity(batches.len());
        for (place, schemas) in batches.iter().enumerate() {
            let folder = folder.with_extension(place.to_string());
            running.push(scope.spawn(move || batch::run(crates, &folder, schemas)));
        }
        let panicked = || std::io::Error::other("a batch panicked");
        running.into_iter().map(|batch| batch.join().unwrap_or_else(|_| Err(panicked()))).collect()
    })
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
    let candidates = arguments.candidates.max(1);
    println!("seeds {} to {}", arguments.seed, arguments.seed + arguments.schemas * candidates - 1);
    let mut report = Report::default();
    if let Some(counts) = arguments.counts.as_ref().filter(|counts| counts.exists()) {
        report.coverage = Coverage::load(counts)?;
    }
    let mut drawn = 0;
    while drawn < arguments.schemas && report.failed < arguments.failures {
        let mut batches: Vec<Vec<Schema>> = Vec::new();
        while drawn < arguments.schemas && (batches.len() as u64) < arguments.jobs.max(1) {
            let next = arguments.schemas.min(drawn + arguments.batch);
            let first = |place| arguments.seed + place * candidates;
            batches.push(
                (drawn..next).filter_map(|place| report.choose(first(place), candidates, &arguments.with)).collect(),
            );
            drawn = next;
        }
        for (schemas, outcome) in batches.iter().zip(run_all(&crates, &folder(), &batches)?) {
            report.count(schemas, &outcome);
            for (place, failures) in outcome.failures.iter().take(arguments.failures.saturating_sub(report.failed)) {
                report.failed += 1;
                let schema = &schemas[*place];
                println!("seed {}:\n    {}", schema.seed, failures.join("\n    "));
                let (schema, failures) = match arguments.whole {
                    true => (schema.clone(), Vec::new()),
                    false => {
                        let time = Duration::from_secs(60 * arguments.shrink_minutes);
                        shrink(&crates, &folder(), schema, Instant::now() + time)?
                    }
                };
                println!("    the smallest program:\n    {}\n{}", failures.join("\n    "), compact(&module(&schema)));
            }
        }
        report.print_progress();
        if let Some(counts) = &arguments.counts {
            report.coverage.save(counts)?;
        }
    }
    report.print(arguments);
    Ok(report.failed)
}

/// What the schemas did so far.
#[derive(Default)]
struct Report {
    drawn: usize,
    ran: usize,
    refused: usize,
    failed: usize,
    coverage: Coverage,
    /// The first lines of compiler messages, with their numbers.
    messages: BTreeMap<String, usize>,
    /// The number of ways out of refusals that were applied.
    applied: usize,
    /// The ways that need a decision, with their numbers.
    prose: BTreeMap<String, usize>,
}

impl Report {
    /// Draws schemas from this seed on. Returns the first one if it has a mistake, and otherwise the one with the
    /// rarest pairs of features. `None` if no schema has all features that are asked for.
    fn choose(&mut self, seed: u64, candidates: u64, with: &[String]) -> Option<Schema> {
        let mut chosen = None;
        if with.is_empty() {
            let first = draw(seed);
            if first.is_mistaken {
                return Some(first);
            }
            chosen = Some((self.coverage.rarity(&first), first));
        }
        let has_all = |schema: &Schema| {
            let has_all = |features: &Together| with.iter().all(|feature| features.contains(feature.as_str()));
            !schema.is_mistaken && (with.is_empty() || schema.together().iter().any(has_all))
        };
        let coverage = &self.coverage;
        let rarest = |seeds: Range<u64>| {
            let others = seeds.map(draw).filter(has_all).map(|other| (coverage.rarity(&other), other));
            others.max_by(|(one, _), (other, _)| one.total_cmp(other))
        };
        let (first, end) = (seed + u64::from(chosen.is_some()), seed + candidates);
        let middle = first.midpoint(end);
        let (one, other) = thread::scope(|scope| {
            let other = scope.spawn(|| rarest(middle..end));
            (rarest(first..middle), other.join().unwrap_or_default())
        });
        let chosen = [chosen, one, other].into_iter().flatten().max_by(|(one, _), (other, _)| one.total_cmp(other));
        let (_, chosen) = chosen?;
        self.coverage.count_drawn(&chosen);
        Some(chosen)
    }

    fn count(&mut self, schemas: &[Schema], outcome: &Outcome) {
        self.drawn += schemas.len();
        self.ran += outcome.ran.len();
        self.refused += outcome.refused.len();
        for schema in schemas.iter().filter(|schema| outcome.ran.contains(&schema.seed)) {
            self.coverage.count_ran(schema);
        }
        for message in outcome.refused.values().flatten() {
            *self.messages.entry(message.lines().next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        self.applied += outcome.fixes.applied;
        for (way, count) in &outcome.fixes.prose {
            *self.prose.entry(way.clone()).or_default() += count;
        }
    }

    fn print_progress(&self) {
        let Self { drawn, ran, refused, failed, .. } = self;
        println!("{ran} of {drawn} schemas compiled and ran, {refused} were refused, {failed} break a law");
    }

    fn print(&self, arguments: &Arguments) {
        let need_decision: usize = self.prose.values().sum();
        println!("{} ways out of refusals applied, {need_decision} need a decision", self.applied);
        if arguments.refusals {
            for (message, count) in self.messages.iter().chain(&self.prose) {
                println!("{count:>5} {message}");
            }
        }
        println!("\nSchemas that had both features:\n{}", self.coverage);
        let below = arguments.below.map(|least| self.coverage.below(least));
        for (one, other, drawn, ran) in below.into_iter().flatten() {
            println!("{ran:>5} of {drawn:>5} ran with {one} and {other}");
        }
    }
}
