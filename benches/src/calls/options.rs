//! Command line options of the programs that measure calls.

use clap::{Args, ValueEnum};

use super::{bench::Bench, measure::Measurement, row::Row, subject::Subject};
use crate::{Result, instructions};

/// The calls to measure.
#[derive(Debug, Args)]
pub struct Options {
    /// The number of rounds. In each, every implementation makes a short run.
    #[arg(long, default_value_t = 300)]
    pub rounds: usize,
    /// Only these calls.
    #[arg(long)]
    pub row: Vec<Row>,
    /// Counts instructions and the cache lines of code as well, by `valgrind`.
    #[arg(long)]
    pub instructions: bool,
    /// Only these items.
    #[arg(long)]
    pub items: Option<Items>,
    /// Only makes several calls of this implementation, so that `valgrind` can count the instructions.
    #[arg(long, requires_all = ["row", "items", "calls"], hide = true)]
    pub only: Option<String>,
    /// The number of calls of `only`.
    #[arg(hide = true)]
    pub calls: Option<usize>,
}

/// The items that are written and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Items {
    /// 8 attributes, in one index.
    Small,
    /// 20 attributes, in two indexes.
    Large,
    /// 10 attributes, sharded over several lanes.
    Lanes,
}

/// Calls of one implementation whose instructions are counted.
#[derive(Debug, Clone, Copy)]
pub struct Counting<'a> {
    /// The implementation.
    pub implementation: &'a str,
    /// The call.
    pub row: Row,
    /// The items of the call.
    pub items: Items,
    /// The number of calls.
    pub calls: usize,
}

impl Options {
    /// Returns the calls to make, if this run only makes calls for `valgrind` to count.
    #[must_use]
    pub fn counting(&self) -> Option<Counting<'_>> {
        let row = *self.row.first()?;
        Some(Counting { implementation: self.only.as_deref()?, row, items: self.items?, calls: self.calls? })
    }

    /// Returns whether calls with these items are measured.
    #[must_use]
    pub fn includes(&self, items: Items) -> bool {
        self.items.is_none_or(|only| only == items)
    }

    /// Returns the rows of `all` that are measured.
    #[must_use]
    pub fn rows(&self, all: &[Row]) -> Vec<Row> {
        all.iter().copied().filter(|row| self.row.is_empty() || self.row.contains(row)).collect()
    }

    /// Measures the rows of these items.
    ///
    /// # Errors
    ///
    /// If a call fails, or two implementations have different answers.
    pub fn measure<S: Subject>(&self, bench: &Bench<S>, items: Items) -> Result<Vec<(&'static str, Vec<Measurement>)>> {
        let measure = |row: Row| {
            eprintln!("{}: {}", S::NAME, row.name());
            Ok((row.name(), self.counted(bench.measure(row, self.rounds)?, row, items)?))
        };
        self.rows(Row::OF_ITEMS).into_iter().map(measure).collect()
    }

    /// Adds the instructions and the cache lines of code, if they are requested.
    ///
    /// # Errors
    ///
    /// If `valgrind` does not run.
    pub fn counted(&self, mut all: Vec<Measurement>, row: Row, items: Items) -> Result<Vec<Measurement>> {
        if self.instructions {
            for taken in &mut all {
                taken.instructions = Some(instructions_of(taken.name, row, items)?);
                taken.code_lines = Some(code_lines_of(taken.name, row, items)?);
            }
        }
        Ok(all)
    }
}

/// Returns the instructions of one call. Runs this program under `valgrind`, with the options of [`Options::counting`].
///
/// # Errors
///
/// If `valgrind` does not run.
pub fn instructions_of(implementation: &str, row: Row, items: Items) -> Result<f64> {
    let (few, many) = row.counted();
    let (row, items) = (argument(row), argument(items));
    instructions::of_one(&["--only", implementation, "--row", &row, "--items", &items], few, many)
}

/// Returns the cache lines of code that one call runs, counted like [`instructions_of`].
fn code_lines_of(implementation: &str, row: Row, items: Items) -> Result<usize> {
    let (few, many) = row.counted();
    let (row, items) = (argument(row), argument(items));
    instructions::code_lines_of_one(&["--only", implementation, "--row", &row, "--items", &items], few, many)
}

/// Returns the name of a value on the command line.
#[must_use]
pub fn argument(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}
