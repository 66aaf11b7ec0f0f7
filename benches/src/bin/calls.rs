//! What single calls cost the client, by hand on the SDK and by the library.

use std::{fs, path::PathBuf, process::ExitCode};

use clap::{Parser, ValueEnum};
use keywright_benches::{
    Result,
    calls::{
        bench::Bench,
        by_hand::ByHand,
        lanes::Lanes,
        measure::{ALLOCATOR, Measurement},
        ours::Ours,
        record::{Counted, Record},
        row::Row,
        shop::{Large, Small},
        subject::Subject,
    },
    instructions,
    schema::{Call10, Call50},
    table,
};
use stats_alloc::StatsAlloc;

#[global_allocator]
static GLOBAL: &StatsAlloc<std::alloc::System> = ALLOCATOR;

/// What single calls cost the client, by hand on the SDK and by the library: on answers from memory.
#[derive(Debug, Parser)]
struct Options {
    /// Rounds of short runs, in which all implementations have a turn.
    #[arg(long, default_value_t = 300)]
    rounds: usize,
    /// Only these calls.
    #[arg(long)]
    row: Vec<Row>,
    /// Counts instructions as well, by `valgrind`.
    #[arg(long)]
    instructions: bool,
    /// Only these items.
    #[arg(long)]
    items: Option<Items>,
    /// Counts instructions and fails where one call takes 3 % more than is recorded.
    #[arg(long, exclusive = true)]
    check: bool,
    /// Counts instructions and records them, for this reason.
    #[arg(long, exclusive = true)]
    record: Option<String>,
    /// Only the calls of this implementation, several of them: to be counted.
    #[arg(long, requires_all = ["row", "items", "calls"], hide = true)]
    only: Option<String>,
    #[arg(hide = true)]
    calls: Option<usize>,
}

/// The items that are written and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Items {
    /// 8 attributes, in one index.
    Small,
    /// 20 attributes, in two indexes.
    Large,
    /// 10 attributes, sharded over several lanes.
    Lanes,
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

/// Makes calls of one implementation, and nothing else that grows with their number.
fn count<S: Subject>(name: &str, row: Row, calls: usize) -> Result<()> {
    let bench = bench::<S>()?;
    bench.prepare(row)?;
    bench.implementation(name)?.run(&bench.runtime, row, calls)
}

fn measure<S: Subject>(options: &Options, items: Items) -> Result<()> {
    let bench = bench::<S>()?;
    for row in [Row::Put, Row::Update] {
        bench.check_requests::<ByHand<S>, Ours<S>>(row)?;
    }
    let mut rows: Vec<(&str, Vec<Measurement>)> = Vec::new();
    for row in options.rows(Row::OF_ITEMS) {
        eprintln!("{}: {}", S::NAME, row.name());
        rows.push((row.name(), options.counted(bench.measure(row, options.rounds)?, row, items)?));
    }
    println!("{}\n{}\n", S::NAME, table::of_calls(&rows));
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

impl Options {
    /// Those of the rows that are asked for.
    fn rows(&self, all: &[Row]) -> Vec<Row> {
        all.iter().copied().filter(|row| self.row.is_empty() || self.row.contains(row)).collect()
    }

    /// With the instructions, if they are asked for.
    fn counted(&self, mut all: Vec<Measurement>, row: Row, items: Items) -> Result<Vec<Measurement>> {
        if self.instructions {
            for taken in &mut all {
                taken.instructions = Some(instructions_of(taken.name, row, items)?);
            }
        }
        Ok(all)
    }
}

/// Where the recorded instructions are.
fn recorded() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

/// Counts the instructions of the calls that are recorded.
fn count_recorded() -> Result<Vec<Counted>> {
    let mut counts = Vec::new();
    for row in RECORDED {
        let items = if Row::OF_LANES.contains(&row) { Items::Lanes } else { Items::Small };
        let name = row.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let by_hand = instructions_of("by hand", row, items)?;
        let counted = Counted { row: name, by_hand, ours: instructions_of("keywright", row, items)? };
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
    let message = format!("{}\nif it has to be so, record it: `calls --record \"the reason\"`", grown.join("\n"));
    Err(message.into())
}

fn instructions_of(implementation: &str, row: Row, items: Items) -> Result<f64> {
    let value = |value: Option<clap::builder::PossibleValue>| {
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    };
    let (few, many) = row.counted();
    let (row, items) = (value(row.to_possible_value()), value(items.to_possible_value()));
    instructions::of_one(&["--only", implementation, "--row", &row, "--items", &items], few, many)
}

fn run(options: &Options) -> Result<()> {
    if let (Some(only), Some(row), Some(calls), Some(items)) =
        (&options.only, options.row.first(), options.calls, options.items)
    {
        return match items {
            Items::Small => count::<Small>(only, *row, calls),
            Items::Large => count::<Large>(only, *row, calls),
            Items::Lanes if *row == Row::FanOut10 => Lanes::<Call10>::new()?.run(only, *row, calls),
            Items::Lanes => Lanes::<Call50>::new()?.run(only, *row, calls),
        };
    }
    if options.check {
        return check_recorded();
    }
    if let Some(reason) = &options.record {
        let record = Record { reason: reason.clone(), counts: count_recorded()? };
        return Ok(fs::write(recorded(), record.to_string())?);
    }
    let asks = |items| options.items.is_none_or(|only| only == items);
    if asks(Items::Small) {
        measure::<Small>(options, Items::Small)?;
    }
    if asks(Items::Large) {
        measure::<Large>(options, Items::Large)?;
    }
    if asks(Items::Lanes) {
        measure_lanes(options)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
