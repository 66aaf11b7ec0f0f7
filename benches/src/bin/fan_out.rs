//! Reads the newest calls over 1, 10, 50 and 200 lanes, by hand on the SDK and by the library. Then reads pages with a
//! filter, and compares them with a read of the whole range.
//!
//! Ends with an error if answers differ or a promise of the library does not hold.

use std::{process::ExitCode, thread};

use clap::Parser;
use keywright_benches::{
    Result,
    bars::Broken,
    fan_out::{Cell, Question, Reader, measure},
    filters,
    schema::{Call1, Call10, Call50, Call200, Sized1, Sized10, Sized50, Sized200},
    second_rounds::count,
    table,
};

/// Measures what a fan-out costs, compared with one written by hand.
#[derive(Debug, Parser)]
struct Options {
    /// Only checks the promises, in a few seconds, without measuring times.
    #[arg(long)]
    quick: bool,
}

/// Returns questions for 10, 50 and 1,000 calls with these numbers of runs. Leaves out questions with 0 runs.
fn questions(runs: [usize; 3]) -> Vec<Question> {
    let questions = [10, 50, 1_000].into_iter().zip(runs).map(|(limit, runs)| Question { limit, runs });
    questions.filter(|question| question.runs > 0).collect()
}

/// Measures up to 50 lanes in sequence, and 200 lanes on a second thread at the same time.
fn fan_outs(quick: bool) -> Result<Vec<Cell>> {
    let of = |full, short| questions(if quick { short } else { full });
    let readers = if quick { &[Reader::ByHand, Reader::Ours] } else { Reader::ALL };
    let few = || -> Result<Vec<Cell>> {
        let mut cells = measure::<Call1, Sized1>(&of([300, 300, 50], [5, 5, 0]), readers)?;
        cells.extend(measure::<Call10, Sized10>(&of([300, 300, 20], [5, 30, 0]), readers)?);
        cells.extend(measure::<Call50, Sized50>(&of([300, 100, 5], [0, 3, 0]), readers)?);
        Ok(cells)
    };
    let (few, many) = thread::scope(|scope| {
        let many = scope.spawn(|| measure::<Call200, Sized200>(&of([100, 100, 2], [0, 1, 0]), readers));
        (few(), many.join())
    });
    let mut cells = few?;
    cells.extend(many.map_err(|_| "the thread of 200 lanes has panicked")??);
    Ok(cells)
}

fn run(options: &Options) -> Result<Broken> {
    let mut broken = Broken::default();
    let cells = fan_outs(options.quick)?;
    println!("{}\n", table::of_fan_outs(&cells));
    broken.check_costs(&cells);
    let rows = filters::measure()?;
    println!("{}\n", table::of_filters(&rows));
    broken.check_filters(&rows);
    if !options.quick {
        let rows = [count::<Call10>(50, 2_000)?, count::<Call50>(50, 500)?];
        println!("{}\n", table::of_second_rounds(&rows));
        broken.check_rounds(&rows);
    }
    Ok(broken)
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(broken) if broken.promises().is_empty() => ExitCode::SUCCESS,
        Ok(broken) => {
            broken.promises().iter().for_each(|promise| eprintln!("error: {promise}"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
