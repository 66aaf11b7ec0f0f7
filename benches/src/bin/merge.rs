//! Measures the merge of lanes in memory, from 1 to 1,000 lanes: items per second, and instructions per item.
//!
//! It compiles the runtime's own file, because the merge is not public.

#[path = "../../../runtime/src/read/direction.rs"]
#[allow(dead_code, unreachable_pub, reason = "a public type of the runtime, of which a merge needs a part")]
mod direction;
#[path = "../../../runtime/src/read/merge.rs"]
#[allow(dead_code, reason = "items of the runtime that a merge in memory does not need")]
mod merge;
#[path = "../../../runtime/src/read/sort_digest.rs"]
mod sort_digest;

/// The path under which the merge imports the type.
mod key {
    pub(crate) use keywright::key::KeyScalar;
}

use std::{hint::black_box, process::ExitCode, time::Instant};

use clap::Parser;
use direction::Direction;
use key::KeyScalar;
use keywright_benches::{Result, instructions};
use merge::{Entry, Merge, Next};

/// The numbers of lanes to measure.
const LANES: [usize; 7] = [1, 3, 10, 30, 100, 300, 1_000];

/// The items of each merge.
const ITEMS: usize = 10_000;

/// The lowest accepted rate, for any number of lanes.
const ITEMS_PER_SECOND: f64 = 20e6;

/// Measures what merging lanes costs for each item.
#[derive(Debug, Parser)]
struct Options {
    /// The number of merges for each number of lanes. The fastest one is reported.
    #[arg(long, default_value_t = 200)]
    runs: usize,
    /// Counts instructions as well, by `valgrind`.
    #[arg(long)]
    instructions: bool,
    /// Merges only this number of lanes, `repetitions` times, so that `valgrind` can count the instructions.
    #[arg(long, requires = "repetitions", hide = true)]
    lanes: Option<usize>,
    /// Only creates the lanes, so that their instructions can be subtracted.
    #[arg(long, requires = "lanes", hide = true)]
    unmerged: bool,
    #[arg(hide = true)]
    repetitions: Option<usize>,
}

/// Returns the items of each lane: times in order, distributed over the lanes by a hash.
fn lanes(count: usize) -> Vec<Vec<Entry<usize>>> {
    let mut lanes: Vec<Vec<Entry<usize>>> = (0..count).map(|_| Vec::new()).collect();
    for number in 0..ITEMS {
        let lane = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % count;
        let sort =
            format!("2026-06-22T14:{:02}:{:02}.{:09}Z#{number:08}", number / 3_600 % 60, number / 60 % 60, number);
        if let Some(lane) = lanes.get_mut(lane) {
            lane.push(Entry { sort: Some(KeyScalar::S(sort)), raw: number });
        }
    }
    lanes
}

/// Merges complete lanes. Returns the seconds and the number of items, or 0 items if they are not in order.
fn merged(lanes: Vec<Vec<Entry<usize>>>) -> (f64, u64) {
    let mut merge = Merge::new(lanes.iter().map(|_| true), Direction::Ascending, false);
    for (rank, entries) in lanes.into_iter().enumerate() {
        merge.feed(rank, entries, None, true);
    }
    let mut taken = Vec::with_capacity(ITEMS);
    let start = Instant::now();
    while let Next::Entry(_, entry) = merge.next() {
        taken.push(entry);
    }
    let seconds = start.elapsed().as_secs_f64();
    let in_order = taken.iter().enumerate().all(|(place, entry)| place == entry.raw);
    (seconds, if in_order { taken.len() as u64 } else { 0 })
}

fn repeat(count: usize, unmerged: bool, repetitions: usize) {
    for _ in 0..repetitions {
        let lanes = lanes(count);
        match unmerged {
            true => drop(black_box(lanes)),
            false => drop(black_box(merged(lanes))),
        }
    }
}

fn instructions_of(count: usize) -> Result<f64> {
    let count = count.to_string();
    let of = |arguments: &[&str]| instructions::of_one(arguments, 1, 4);
    Ok((of(&["--lanes", &count])? - of(&["--lanes", &count, "--unmerged"])?) / ITEMS as f64)
}

fn run(options: &Options) -> Result<bool> {
    if let Some((lanes, repetitions)) = options.lanes.zip(options.repetitions) {
        repeat(lanes, options.unmerged, repetitions);
        return Ok(true);
    }
    let mut holds = true;
    println!("{:>6} {:>22} {:>8} {:>18}", "lanes", "million items a second", "ns", "instructions");
    for count in LANES {
        let mut fastest = f64::INFINITY;
        for _ in 0..options.runs {
            let (seconds, taken) = merged(lanes(count));
            if taken != ITEMS as u64 {
                return Err(format!("the merge of {count} lanes is not in order").into());
            }
            fastest = fastest.min(seconds);
        }
        let counted = if options.instructions { format!("{:.0}", instructions_of(count)?) } else { String::new() };
        let rate = ITEMS as f64 / fastest;
        println!("{count:>6} {:>22.1} {:>8.1} {counted:>18}", rate / 1e6, 1e9 / rate);
        holds &= rate >= ITEMS_PER_SECOND;
    }
    Ok(holds)
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("error: fewer than {ITEMS_PER_SECOND} items a second");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
