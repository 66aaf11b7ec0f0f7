//! Reports the progress of a long command on the standard error.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

use crate::number::grouped;

/// The time between two lines.
const STEP: Duration = Duration::from_secs(2);

/// The number of items between two checks of the clock.
const ITEMS_PER_CHECK: u64 = 1_000;

/// Reports how many items have been read, if the standard error is a terminal or progress was requested.
#[derive(Debug)]
pub(crate) struct Progress {
    is_shown: bool,
    began: Instant,
    last_report: Instant,
    first: u64,
}

impl Progress {
    /// Starts at this number of items.
    pub(crate) fn new(is_asked: bool, items: u64) -> Self {
        let now = Instant::now();
        Self { is_shown: is_asked || io::stderr().is_terminal(), began: now, last_report: now, first: items }
    }

    /// Prints the progress, if enough time has passed since the last line.
    pub(crate) fn at(&mut self, items: u64, place: &str) {
        if !self.is_shown || !items.is_multiple_of(ITEMS_PER_CHECK) || self.last_report.elapsed() < STEP {
            return;
        }
        self.last_report = Instant::now();
        let rate = (items - self.first) as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        // A closed terminal does not stop the command.
        let _ = writeln!(io::stderr(), "{} items, {} a second; {place}", grouped(items), grouped(rate as u64));
    }
}
