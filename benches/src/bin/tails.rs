//! Measures the latency of fan-outs, with and without hedged reads.

use std::{process::ExitCode, thread};

use keywright_benches::{
    Result,
    schema::{Call10, Call50, Call200},
    table,
    tails::{Tail, measure},
};

fn run() -> Result<Vec<Tail>> {
    let (few, many) = thread::scope(|scope| {
        let many = scope.spawn(|| measure::<Call200>(400));
        let few = || -> Result<[Tail; 2]> { Ok([measure::<Call10>(2_000)?, measure::<Call50>(1_000)?]) };
        (few(), many.join())
    });
    let mut tails = Vec::from(few?);
    tails.push(many.map_err(|_| "the thread of 200 lanes has panicked")??);
    Ok(tails)
}

fn main() -> ExitCode {
    match run() {
        Ok(tails) => {
            println!("{}", table::of_tails(&tails));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
