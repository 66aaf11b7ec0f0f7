//! How often a first round is not enough: more runs than the table of costs has, of the library alone.

use fastrand::Rng;
use keywright::{Table, physics::fan_out};
use keywright_local::Local;

use crate::{
    Result,
    data::{Data, TABLE, calls_for},
    design::Design,
    virtual_time,
};

/// More calls than a question needs, so that runs ask for different ones.
const SPARE_CALLS: usize = 20_000;

/// Questions that took more than one round.
#[derive(Debug)]
pub struct SecondRounds {
    /// The lanes.
    pub lanes: usize,
    /// The calls that were wanted.
    pub limit: usize,
    /// How often.
    pub runs: usize,
    /// The rounds of all runs.
    pub rounds: usize,
    /// The items that they read.
    pub items: usize,
    /// The bound of the probability of a second round.
    pub bound: f64,
}

impl SecondRounds {
    /// The rounds of a run, in the mean.
    #[must_use]
    pub fn rounds(&self) -> f64 {
        self.rounds as f64 / self.runs.max(1) as f64
    }

    /// The items of a run, in the mean.
    #[must_use]
    pub fn items(&self) -> f64 {
        self.items as f64 / self.runs.max(1) as f64
    }
}

/// Asks for the newest calls before instants at random.
///
/// # Errors
///
/// Where a request fails.
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
