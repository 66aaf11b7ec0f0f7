//! Measures what single calls cost the client, by hand on the SDK and by the library.

use std::{fs, path::PathBuf, process::ExitCode};

use clap::Parser;
use keywright_benches::{
    Result,
    calls::{
        bench::Bench,
        by_hand::ByHand,
        lanes::Lanes,
        measure::{ALLOCATOR, Measurement},
        options::{Counting, Items, Options, argument, instructions_of},
        ours::Ours,
        record::{Counted, Record},
        row::Row,
        shop::{Large, Small},
        subject::Subject,
    },
    schema::{Call10, Call50},
    table,
};
use stats_alloc::StatsAlloc;

#[global_allocator]
static GLOBAL: &StatsAlloc<std::alloc::System> = ALLOCATOR;

/// Measures what single calls cost the client, by hand on the SDK and by the library: on answers from memory.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    options: Options,
    /// Counts instructions, and fails if a call needs 3 % more than the recorded number.
    #[arg(long, exclusive = true)]
    check: bool,
    /// Counts instructions and records them with this reason.
    #[arg(long, exclusive = true)]
    record: Option<String>,
}

/// The calls whose instructions are recorded.
const RECORDED: [Row; 11] = [
    Row::Put,
    Row::Get,
    Row::Update,
    Row::Query0,
    Row::Query1,
    Row::Query100,
    Row::BatchGet,
    Row::Transaction,
    Row::FanOut50,
    Row::Key,
    Row::Cursor,
];

fn bench<S: Subject>() -> Result<Bench<S>> {
    Bench::new()?.with::<ByHand<S>>()?.with::<Ours<S>>()
}

fn measure<S: Subject>(options: &Options, items: Items) -> Result<()> {
    let bench = bench::<S>()?;
    for row in [Row::Put, Row::Update] {
        bench.check_requests::<ByHand<S>, Ours<S>>(row)?;
    }
    println!("{}\n{}\n", S::NAME, table::of_calls(&options.measure(&bench, items)?));
    Ok(())
}

fn measure_lanes(options: &Options) -> Result<()> {
    let mut rows: Vec<(&str, Vec<Measurement>)> = Vec::new();
    for row in options.rows(Row::OF_LANES) {
        eprintln!("{}", row.name());
        let all = match row {
            Row::FanOut10 => Lanes::<Call10>::new()?.measure(row, options.rounds)?,
            _ => Lanes::<Call50>::new()?.measure(row, options.rounds)?,
        };
        rows.push((row.name(), options.counted(all, row, Items::Lanes)?));
    }
    println!("10 attributes, no index\n{}\n", table::of_calls(&rows));
    Ok(())
}

/// Returns the path of the recorded instructions.
fn recorded() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

/// Counts the instructions of the calls in [`RECORDED`].
fn count_recorded() -> Result<Vec<Counted>> {
    let mut counts = Vec::new();
    for row in RECORDED {
        let items = if Row::OF_LANES.contains(&row) { Items::Lanes } else { Items::Small };
        let by_hand = instructions_of("by hand", row, items)?;
        let counted = Counted { row: argument(row), by_hand, ours: instructions_of("keywright", row, items)? };
        println!("{}: {:.0}, {:.3} times by hand", counted.row, counted.ours, counted.ratio());
        counts.push(counted);
    }
    Ok(counts)
}

fn check_recorded() -> Result<()> {
    let record: Record = fs::read_to_string(recorded())?.parse()?;
    let grown = record.grown(&count_recorded()?);
    if grown.is_empty() {
        return Ok(());
    }
    let message = format!("{}\nif this is intended, record it: `calls --record \"the reason\"`", grown.join("\n"));
    Err(message.into())
}

/// Makes calls of one implementation. Nothing else in this run grows with their number.
fn count(Counting { implementation, row, items, calls }: Counting<'_>) -> Result<()> {
    match items {
        Items::Small => bench::<Small>()?.run(implementation, row, calls),
        Items::Large => bench::<Large>()?.run(implementation, row, calls),
        Items::Lanes if row == Row::FanOut10 => Lanes::<Call10>::new()?.run(implementation, row, calls),
        Items::Lanes => Lanes::<Call50>::new()?.run(implementation, row, calls),
    }
}

fn run(Arguments { options, check, record }: &Arguments) -> Result<()> {
    if let Some(counting) = options.counting() {
        return count(counting);
    }
    if *check {
        return check_recorded();
    }
    if let Some(reason) = record {
        let record = Record { reason: reason.clone(), counts: count_recorded()? };
        return Ok(fs::write(recorded(), record.to_string())?);
    }
    if options.includes(Items::Small) {
        measure::<Small>(options, Items::Small)?;
    }
    if options.includes(Items::Large) {
        measure::<Large>(options, Items::Large)?;
    }
    if options.includes(Items::Lanes) {
        measure_lanes(options)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
