//! Measures how often a first round is not enough, with more runs than the table of costs and by the library alone.

use fastrand::Rng;
use keywright::{Table, physics::fan_out};
use keywright_local::Local;

use crate::{
    Result,
    data::{Data, TABLE, calls_for},
    design::Design,
    virtual_time,
};

/// Calls beyond those that a question needs, so that the instants of the runs differ.
const SPARE_CALLS: usize = 20_000;

/// The rounds of repeated reads.
#[derive(Debug)]
pub struct SecondRounds {
    /// The number of lanes.
    pub lanes: usize,
    /// The limit of the read.
    pub limit: usize,
    /// The number of runs.
    pub runs: usize,
    /// The total rounds of all runs.
    pub rounds: usize,
    /// The total items of all runs.
    pub items: usize,
    /// The upper bound of the probability of a second round.
    pub bound: f64,
}

impl SecondRounds {
    /// Returns the mean number of rounds of a run.
    #[must_use]
    pub fn rounds(&self) -> f64 {
        self.rounds as f64 / self.runs.max(1) as f64
    }

    /// Returns the mean number of items of a run.
    #[must_use]
    pub fn items(&self) -> f64 {
        self.items as f64 / self.runs.max(1) as f64
    }
}

/// Reads the newest calls before random instants.
///
/// # Errors
///
/// If a request fails.
pub fn count<D: Design>(limit: usize, runs: usize) -> Result<SecondRounds> {
    eprintln!("rounds: newest {limit} over {} lanes, {runs} times", D::LANES);
    virtual_time::run(async {
        let local = Local::builder().answer_inline().start();
        let before = calls_for(D::LANES, limit);
        let data = Data::load::<D>(&local.client(), before + SPARE_CALLS).await?;
        let table = D::Home::open(local.client(), TABLE);
        let mut rng = Rng::with_seed(0);
        let (lanes, wanted) = (D::LANES as u64, limit as u64);
        let bound = fan_out::second_round_probability(wanted, lanes, fan_out::items_per_lane(wanted, lanes));
        let mut second = SecondRounds { lanes: D::LANES, limit, runs, rounds: 0, items: 0, bound };
        for _ in 0..runs {
            let instant = data.instant(&mut rng, before).ok_or("no calls were loaded")?;
            let stats = D::newest(&table, instant, limit).await?.stats;
            second.rounds += stats.rounds;
            second.items += stats.items_read;
        }
        Ok(second)
    })?
}
