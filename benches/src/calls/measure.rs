//! Measures times and allocations of calls.

use std::{
    alloc::System,
    time::{Duration, Instant},
};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tokio::runtime::Runtime;

use super::{bench::Bench, implementation::AnyImplementation, row::Row, subject::Subject};
use crate::{Result, quantile::quantile};

/// The allocator of programs that count allocations. It has to be the global one.
pub static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The number of calls over which allocations are counted.
const COUNTED: usize = 20;

/// The cost of a call of one implementation.
#[derive(Debug, Clone, Default)]
pub struct Measurement {
    /// The implementation.
    pub name: &'static str,
    /// The median time in seconds.
    pub seconds: f64,
    /// The median of its time, divided by the time of the first implementation in the same round.
    pub ratio: f64,
    /// Allocations of one call, including reallocations.
    pub allocations: f64,
    /// The bytes of these allocations.
    pub bytes: f64,
    /// The instructions of one call, if they were counted.
    pub instructions: Option<f64>,
    /// The cache lines of code that one call runs, if they were counted.
    pub code_lines: Option<usize>,
}

impl<S: Subject> Bench<S> {
    /// Measures a call of all implementations that support it.
    ///
    /// # Errors
    ///
    /// If a call fails, or two implementations return different items.
    pub fn measure(&self, row: Row, rounds: usize) -> Result<Vec<Measurement>> {
        self.prepare(row)?;
        self.check(row)?;
        let asked: Vec<_> = self.implementations().iter().map(AsRef::as_ref).filter(|one| one.has(row)).collect();
        measure(&self.runtime, &asked, row, rounds)
    }
}

/// Times a call of these implementations, with one run of each per round, and counts their allocations. The ratios are
/// relative to the first implementation.
///
/// # Errors
///
/// If a call fails.
pub fn measure<S>(
    runtime: &Runtime,
    asked: &[&dyn AnyImplementation<S>],
    row: Row,
    rounds: usize,
) -> Result<Vec<Measurement>> {
    let mut times = vec![Vec::with_capacity(rounds); asked.len()];
    for round in 0..rounds {
        for turn in 0..asked.len() {
            let place = (round + turn) % asked.len();
            let (Some(implementation), Some(times)) = (asked.get(place), times.get_mut(place)) else { continue };
            let start = Instant::now();
            implementation.run(runtime, row, row.run())?;
            times.push(start.elapsed());
        }
    }
    let first: Vec<Duration> = times.first().cloned().unwrap_or_default();
    let all = asked.iter().zip(times).map(|(implementation, times)| {
        let region = Region::new(ALLOCATOR);
        implementation.run(runtime, row, COUNTED)?;
        let counted = region.change();
        let seconds: Vec<f64> = times.iter().map(|time| time.as_secs_f64() / row.run() as f64).collect();
        let ratios: Vec<f64> = times.iter().zip(&first).map(|(one, by)| one.div_duration_f64(*by)).collect();
        Ok(Measurement {
            name: implementation.name(),
            seconds: quantile(&seconds, 0.5).unwrap_or(f64::NAN),
            ratio: quantile(&ratios, 0.5).unwrap_or(f64::NAN),
            allocations: (counted.allocations + counted.reallocations) as f64 / COUNTED as f64,
            bytes: counted.bytes_allocated as f64 / COUNTED as f64,
            instructions: None,
            code_lines: None,
        })
    });
    all.collect()
}
