//! Measures what single calls cost the client: by hand on the SDK, by keywright, and by other single-table libraries.

mod by_facade;
mod by_modyne;

use std::process::ExitCode;

use by_facade::{ByFacade, Stored};
use by_modyne::{ByModyne, Indexed};
use clap::Parser;
use keywright_benches::{
    Result,
    calls::{
        bench::Bench,
        by_hand::ByHand,
        implementation::Implementation,
        measure::ALLOCATOR,
        options::{Counting, Items, Options},
        ours::Ours,
        row::Row,
        shop::{Large, Small},
        subject::Subject,
    },
    table,
};
use stats_alloc::StatsAlloc;

#[global_allocator]
static GLOBAL: &StatsAlloc<std::alloc::System> = ALLOCATOR;

/// Measures what single calls cost the client by hand on the SDK, by keywright, by modyne and by dynamodb-facade: on
/// answers from memory.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    options: Options,
}

fn bench<S: Indexed>() -> Result<Bench<S>>
where
    by_facade::Item<S>: Stored,
{
    Bench::new()?.with::<ByHand<S>>()?.with::<Ours<S>>()?.with::<ByModyne<S>>()?.with::<ByFacade<S>>()
}

/// Checks that all calls of an implementation send requests with the effect of those by hand.
fn check<S: Subject, C: Implementation<S>>(bench: &Bench<S>) -> Result<()> {
    let implementation = bench.implementation(C::NAME)?;
    let rows = Row::OF_ITEMS.iter().filter(|row| implementation.has(**row));
    rows.copied().try_for_each(|row| bench.check_meaning::<ByHand<S>, C>(row))
}

fn measure<S: Indexed>(options: &Options, items: Items) -> Result<()>
where
    by_facade::Item<S>: Stored,
{
    let bench = bench::<S>()?;
    check::<S, ByModyne<S>>(&bench)?;
    check::<S, ByFacade<S>>(&bench)?;
    println!("{}\n{}\n", S::NAME, table::of_calls(&options.measure(&bench, items)?));
    Ok(())
}

fn count(Counting { implementation, row, items, calls }: Counting<'_>) -> Result<()> {
    match items {
        Items::Small => bench::<Small>()?.run(implementation, row, calls),
        Items::Large => bench::<Large>()?.run(implementation, row, calls),
        Items::Lanes => Err("only keywright reads several lanes: see the program `calls` of the benches".into()),
    }
}

fn run(options: &Options) -> Result<()> {
    if let Some(counting) = options.counting() {
        return count(counting);
    }
    if options.includes(Items::Small) {
        measure::<Small>(options, Items::Small)?;
    }
    if options.includes(Items::Large) {
        measure::<Large>(options, Items::Large)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse().options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
