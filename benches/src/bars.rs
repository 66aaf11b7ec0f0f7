//! What the library promises of a fan-out.

use crate::{
    fan_out::{Cell, Reader},
    filters,
    second_rounds::SecondRounds,
};

/// The limit that the promises are about.
const LIMIT: usize = 50;

/// Lanes, and the items that the newest 50 over them may read in the mean.
const ITEMS: [(usize, f64); 3] = [(10, 130.0), (50, 350.0), (200, 1_000.0)];

/// The requests after one another, in the mean.
const ROUNDS: f64 = 1.01;

/// How far the mean of a few runs may be above: the odds of a second round are those of many.
const FEW_RUNS: f64 = 1.1;

/// Of what it takes by hand, over 10 lanes.
const SHARE_OF_ITEMS: f64 = 0.30;
const SHARE_OF_RCU: f64 = 0.40;

/// The promises that do not hold, as sentences.
#[derive(Debug, Default)]
pub struct Broken(Vec<String>);

impl Broken {
    /// All of them.
    #[must_use]
    pub fn promises(&self) -> &[String] {
        &self.0
    }

    /// Checks what the readers paid.
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

    /// Checks what was read in how many rounds.
    pub fn check_rounds(&mut self, rows: &[SecondRounds]) {
        for row in rows {
            self.check_reads(row.lanes, row.limit, (row.items(), row.rounds()), 1.0);
        }
    }

    /// Checks what pages with a filter cost.
    pub fn check_filters(&mut self, rows: &[filters::Row]) {
        let broken = rows.iter().filter(|row| !row.is_bounded());
        self.0.extend(broken.map(|row| format!("a page costs more than all of the range and a page a lane: {row:?}")));
    }

    fn check_reads(&mut self, lanes: usize, limit: usize, (items, rounds): (f64, f64), slack: f64) {
        let Some((_, bar)) = ITEMS.iter().find(|(of, _)| (*of, LIMIT) == (lanes, limit)) else { return };
        let what = |of: &str| format!("newest {limit} over {lanes} lanes: {of}");
        // A second round in 100 reads a few items more.
        self.at_most(&what("items"), items.round(), *bar * slack);
        self.at_most(&what("rounds"), rounds, ROUNDS * slack);
    }

    /// A hundredth counts.
    fn at_most(&mut self, what: &str, is: f64, bar: f64) {
        if (is * 100.0).round() > (bar * 100.0).round() {
            self.0.push(format!("{what}: {is:.2} is more than {bar}"));
        }
    }
}
