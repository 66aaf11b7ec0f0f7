//! What single calls cost the client, by hand on the SDK and by the library.

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use keywright_benches::{
    Result,
    calls::{
        bench::Bench,
        by_hand::ByHand,
        measure::{ALLOCATOR, Taken},
        ours::Ours,
        row::Row,
        shop::{Large, Small},
        subject::Subject,
    },
    instructions, table,
};
use stats_alloc::StatsAlloc;

#[global_allocator]
static GLOBAL: &StatsAlloc<std::alloc::System> = ALLOCATOR;

/// What single calls cost the client, by hand on the SDK and by the library: on answers from memory.
#[derive(Debug, Parser)]
struct Options {
    /// Rounds of short runs, in which all contestants have a turn.
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
    /// Only the calls of this contestant, several of them: to be counted.
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
}

fn bench<S: Subject>() -> Result<Bench<S>> {
    Bench::new()?.with::<ByHand<S>>()?.with::<Ours<S>>()
}

/// Makes calls of one contestant, and nothing else that grows with their number.
fn count<S: Subject>(name: &str, row: Row, calls: usize) -> Result<()> {
    let bench = bench::<S>()?;
    bench.prepare(row)?;
    bench.contestant(name)?.run(&bench.runtime, row, calls)
}

fn measure<S: Subject>(options: &Options, items: Items) -> Result<()> {
    let bench = bench::<S>()?;
    for row in [Row::Put, Row::Update] {
        bench.check_requests::<ByHand<S>, Ours<S>>(row)?;
    }
    let mut rows: Vec<(&str, Vec<Taken>)> = Vec::new();
    for row in Row::ALL.iter().filter(|row| options.row.is_empty() || options.row.contains(row)) {
        eprintln!("{}: {}", S::NAME, row.name());
        let mut all = bench.measure(*row, options.rounds)?;
        if options.instructions {
            for taken in &mut all {
                taken.instructions = Some(instructions_of(taken.name, *row, items)?);
            }
        }
        rows.push((row.name(), all));
    }
    println!("{}\n{}\n", S::NAME, table::of_calls(&rows));
    Ok(())
}

fn instructions_of(contestant: &str, row: Row, items: Items) -> Result<f64> {
    let value = |value: Option<clap::builder::PossibleValue>| {
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    };
    let (few, many) = row.counted();
    let (row, items) = (value(row.to_possible_value()), value(items.to_possible_value()));
    instructions::of_one(&["--only", contestant, "--row", &row, "--items", &items], few, many)
}

fn run(options: &Options) -> Result<()> {
    if let (Some(only), Some(row), Some(calls), Some(items)) =
        (&options.only, options.row.first(), options.calls, options.items)
    {
        return match items {
            Items::Small => count::<Small>(only, *row, calls),
            Items::Large => count::<Large>(only, *row, calls),
        };
    }
    if options.items != Some(Items::Large) {
        measure::<Small>(options, Items::Small)?;
    }
    if options.items != Some(Items::Small) {
        measure::<Large>(options, Items::Large)?;
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
