//! Simulates designs over a grid of loads. A design that compiles without warnings and is deployed as generated has to
//! throttle less than 1 % when its bucket rolls over, or when a table without one is launched at its peak, at each of 8
//! placements.
//!
//! ```sh
//! cargo run -p keywright-benches --bin grid -- --sample
//! cargo run --release -p keywright-benches --bin grid               # the whole: an hour and a half on two cores
//! cargo run --release -p keywright-benches --bin grid -- --every 13 # a thirteenth of it: 7 minutes
//! ```
//!
//! Prints a table. Ends with an error if such a design throttles more.

use std::{
    panic,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use clap::Parser;
use keywright_benches::{
    Result,
    grid::{Design, Judgement, Outcome, PLACEMENTS, Window, judge, run, sample, whole},
    table,
};

/// The share from which on throttling of a design without warnings is a failure.
const MAX_THROTTLED_SHARE: f64 = 0.01;

/// Simulates a roll-over for designs that compile without warnings, with the generated templates.
#[derive(Debug, Parser)]
struct Options {
    /// A fixed sample of the grid, in half a minute.
    #[arg(long)]
    sample: bool,
    /// Only judges the designs, without simulating them.
    #[arg(long)]
    judge: bool,
    /// Only designs whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Uses every n-th design only.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Skips this many designs at the beginning.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// The number of threads that simulate.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

type Row = (Design, Judgement, Option<Outcome>);

impl Options {
    fn designs(&self) -> Vec<Design> {
        let mut designs = if self.sample { sample() } else { whole() };
        designs.retain(|design| design.to_string().contains(&self.only));
        designs.into_iter().skip(self.skip).step_by(self.every.max(1)).collect()
    }

    fn window(&self, design: &Design) -> Window {
        if self.sample { Window::short(design) } else { Window::of(design) }
    }

    fn row(&self, design: Design) -> Result<Row> {
        let schema = design.schema();
        let judgement = judge(schema.entity());
        let outcome = (judgement == Judgement::Silent && !self.judge)
            .then(|| run(&design, schema, self.window(&design), 0..PLACEMENTS))
            .transpose()?;
        Ok((design, judgement, outcome))
    }

    fn rows(&self) -> Result<Vec<Row>> {
        let designs = self.designs();
        let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let Some(design) = designs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let row = self.row(*design);
                rows.lock().unwrap_or_else(PoisonError::into_inner).push(row);
            }
        };
        thread::scope(|scope| (0..self.threads.max(1)).for_each(|_| drop(scope.spawn(work))));
        let rows: Result<Vec<Row>> = rows.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect();
        let mut rows = rows?;
        rows.sort_by_key(|(design, ..)| designs.iter().position(|other| other == design));
        Ok(rows)
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let began = Instant::now();
    // The checks refuse a design by a panic, which is expected here.
    panic::set_hook(Box::new(|_| {}));
    let rows = match options.rows() {
        Ok(rows) => rows,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", table::of_grid(&rows));
    let silent: Vec<_> = rows.iter().filter_map(|(design, _, outcome)| Some((design, outcome.as_ref()?))).collect();
    let worst = |outcome: &Outcome| outcome.worst().max(outcome.worst_launch().unwrap_or_default());
    let failed = silent.iter().filter(|(_, outcome)| worst(outcome) >= MAX_THROTTLED_SHARE).count();
    println!(
        "{} designs, of which {} are silent and {failed} throttle 1 % or more; {:.0} s",
        rows.len(),
        silent.len(),
        began.elapsed().as_secs_f64()
    );
    if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
