//! What one put and one get cost the client, beside the same by hand.

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use keywright_benches::{
    Result, instructions,
    one_item::{Asker, Bench, Request},
    table,
};

/// What one put and one get cost the client, beside the same by hand: on answers from memory.
#[derive(Debug, Parser)]
struct Options {
    /// Pairs of short runs, by hand and by the library.
    #[arg(long, default_value_t = 2_000)]
    pairs: usize,
    /// Counts instructions as well, by `valgrind`.
    #[arg(long)]
    instructions: bool,
    /// So many requests of one asker only: to be counted.
    #[arg(long, requires_all = ["request", "requests"], hide = true)]
    asker: Option<Asker>,
    #[arg(long, hide = true)]
    request: Option<Request>,
    #[arg(hide = true)]
    requests: Option<usize>,
}

fn instructions_of(asker: Asker, request: Request) -> Result<f64> {
    let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
    let (asker, request) = (name(asker.to_possible_value()), name(request.to_possible_value()));
    let arguments = ["--asker", &asker.unwrap_or_default(), "--request", &request.unwrap_or_default()];
    instructions::of_one(&arguments, 200, 1_200)
}

fn run(options: &Options) -> Result<()> {
    let bench = Bench::load()?;
    if let (Some(asker), Some(request), Some(requests)) = (options.asker, options.request, options.requests) {
        return bench.run(asker, request, requests);
    }
    let mut rows = Vec::new();
    let mut counts = Vec::new();
    for (request, name) in [(Request::Put, "put"), (Request::Get, "get")] {
        let by_hand = options.instructions.then(|| instructions_of(Asker::ByHand, request)).transpose()?;
        for (asker, name) in [(Asker::Ours, name.to_owned()), (Asker::Monitored, format!("{name}, with a monitor"))] {
            if let Some(by_hand) = by_hand {
                counts.push((name.clone(), by_hand, instructions_of(asker, request)?));
            }
            rows.push((name, bench.compare(request, asker, options.pairs)?));
        }
    }
    println!("{}", table::of_work(&rows));
    let [put, get] = bench.future_bytes();
    println!("The future of a put takes {put} bytes, that of a get {get}.");
    if !counts.is_empty() {
        println!("{}", table::of_instructions(&counts));
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
