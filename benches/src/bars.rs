//! The library's promises about the cost of a fan-out.

use crate::{
    fan_out::{Cell, Reader},
    filters,
    second_rounds::SecondRounds,
};

/// The limit to which the promises apply.
const LIMIT: usize = 50;

/// Lanes, and the mean number of items that the newest 50 over them may read.
const ITEMS: [(usize, f64); 3] = [(10, 130.0), (50, 350.0), (200, 1_000.0)];

/// The mean number of rounds.
const ROUNDS: f64 = 1.01;

/// The factor by which the mean of a few runs may exceed a promise, which is about the mean of many runs.
const FEW_RUNS: f64 = 1.1;

/// The largest shares of the cost by hand, over 10 lanes.
const SHARE_OF_ITEMS: f64 = 0.30;
const SHARE_OF_RCU: f64 = 0.40;

/// The promises that do not hold, as sentences.
#[derive(Debug, Default)]
pub struct Broken(Vec<String>);

impl Broken {
    /// Returns the broken promises.
    #[must_use]
    pub fn promises(&self) -> &[String] {
        &self.0
    }

    /// Checks the cost of each reader.
    pub fn check_costs(&mut self, cells: &[Cell]) {
        for cell in cells {
            let (Some(by_hand), Some(ours)) = (cell.cost(Reader::ByHand), cell.cost(Reader::Ours)) else { continue };
            self.check_reads(cell.lanes, cell.limit, (ours.items(), ours.rounds()), FEW_RUNS);
            if (cell.lanes, cell.limit) == (10, LIMIT) {
                self.at_most("items / by hand", ours.items() / by_hand.items(), SHARE_OF_ITEMS);
                self.at_most("RCU / by hand", ours.rcu() / by_hand.rcu(), SHARE_OF_RCU);
            }
        }
    }

    /// Checks the items and the rounds of many runs.
    pub fn check_rounds(&mut self, rows: &[SecondRounds]) {
        for row in rows {
            self.check_reads(row.lanes, row.limit, (row.items(), row.rounds()), 1.0);
        }
    }

    /// Checks the cost of pages with a filter.
    pub fn check_filters(&mut self, rows: &[filters::Row]) {
        let broken = rows.iter().filter(|row| !row.is_bounded());
        self.0.extend(
            broken.map(|row| format!("a page costs more than the whole range plus a page for each lane: {row:?}")),
        );
    }

    fn check_reads(&mut self, lanes: usize, limit: usize, (items, rounds): (f64, f64), slack: f64) {
        let Some((_, bar)) = ITEMS.iter().find(|(of, _)| (*of, LIMIT) == (lanes, limit)) else { return };
        let what = |of: &str| format!("newest {limit} over {lanes} lanes: {of}");
        // A second round in 100 runs reads a few more items.
        self.at_most(&what("items"), items.round(), *bar * slack);
        self.at_most(&what("rounds"), rounds, ROUNDS * slack);
    }

    /// Checks an upper bound, after rounding to hundredths.
    fn at_most(&mut self, what: &str, is: f64, bar: f64) {
        if (is * 100.0).round() > (bar * 100.0).round() {
            self.0.push(format!("{what}: {is:.2} is more than {bar}"));
        }
    }
}
