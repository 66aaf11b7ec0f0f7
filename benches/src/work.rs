//! The work of the client itself: the same question by hand and by the library, one after the other, in pairs.

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, Utc};
use fastrand::Rng;
use keywright::{Handle, Table};
use keywright_local::Local;
use tokio::runtime::Runtime;

use crate::{
    Result,
    call::Call,
    canned::Canned,
    data::{Data, TABLE, calls_for},
    design::Design,
    naive,
    quantile::quantile,
    virtual_time,
};

/// Different questions, whose answers are kept in memory.
const QUESTIONS: usize = 10;

/// Runs of each question before the first that is timed.
const WARM_UP: usize = 5;

/// More calls than a question needs, so that the questions differ.
const SPARE_CALLS: usize = 4_000;

/// What pairs of runs took.
#[derive(Debug, Default)]
pub struct Pairs {
    by_hand: Vec<f64>,
    ours: Vec<f64>,
    ratios: Vec<f64>,
}

impl Pairs {
    pub(crate) fn add(&mut self, by_hand: Duration, ours: Duration) {
        let (by_hand, ours) = (by_hand.as_secs_f64(), ours.as_secs_f64());
        self.by_hand.push(by_hand);
        self.ours.push(ours);
        self.ratios.push(ours / by_hand);
    }

    /// How many pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ratios.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ratios.is_empty()
    }

    /// The median by hand, in seconds.
    #[must_use]
    pub fn by_hand(&self) -> f64 {
        quantile(&self.by_hand, 0.5).unwrap_or(f64::NAN)
    }

    /// The library's median, in seconds.
    #[must_use]
    pub fn ours(&self) -> f64 {
        quantile(&self.ours, 0.5).unwrap_or(f64::NAN)
    }

    /// The library's time as a multiple of that by hand, in this share of the pairs at most.
    #[must_use]
    pub fn ratio(&self, share: f64) -> f64 {
        quantile(&self.ratios, share).unwrap_or(f64::NAN)
    }

    /// The same of the fastest tenth of each, which little else on the machine has slowed.
    #[must_use]
    pub fn ratio_of_fastest(&self) -> f64 {
        let fast = |times: &[f64]| quantile(times, 0.1).unwrap_or(f64::NAN);
        fast(&self.ours) / fast(&self.by_hand)
    }
}

/// Asks for the newest calls of a design, by hand and by the library in turn.
///
/// # Errors
///
/// Where the two do not have the same answer, a request fails, or one is not answered from memory.
pub fn compare<D: Design>(limit: usize, pairs: usize) -> Result<Pairs> {
    let runtime = virtual_time::real_time()?;
    let bench = runtime.block_on(Bench::<D>::load(limit))?;
    for _ in 0..WARM_UP {
        for before in &bench.instants {
            if bench.by_hand(&runtime, *before)?.0 != bench.ours(&runtime, *before)?.0 {
                return Err(format!("the answers differ: newest {limit} before {before}").into());
            }
        }
    }
    let asked = bench.canned.asked();
    let mut times = Pairs::default();
    for (pair, before) in bench.instants.iter().cycle().take(pairs).enumerate() {
        let (by_hand, ours) = if pair % 2 == 0 {
            let by_hand = bench.by_hand(&runtime, *before)?.1;
            (by_hand, bench.ours(&runtime, *before)?.1)
        } else {
            let ours = bench.ours(&runtime, *before)?.1;
            (bench.by_hand(&runtime, *before)?.1, ours)
        };
        times.add(by_hand, ours);
    }
    match bench.canned.asked() - asked {
        0 => Ok(times),
        missed => Err(format!("{missed} requests were not answered from memory").into()),
    }
}

struct Bench<D: Design> {
    canned: Canned,
    client: Client,
    partitions: Vec<String>,
    table: Handle<D::Home>,
    instants: Vec<DateTime<Utc>>,
    limit: usize,
}

impl<D: Design> Bench<D> {
    async fn load(limit: usize) -> Result<Self> {
        let local = Local::builder().answer_inline().start();
        let calls = calls_for(D::LANES, limit);
        let data = Data::load::<D>(&local.client(), calls + SPARE_CALLS).await?;
        let canned = Canned::new(local.http_client());
        let client = Client::from_conf(local.config().http_client(canned.clone()).build());
        let mut rng = Rng::with_seed(0);
        Ok(Self {
            canned,
            partitions: D::partitions(),
            table: D::Home::open(client.clone(), TABLE),
            client,
            instants: (0..QUESTIONS).filter_map(|_| data.instant(&mut rng, calls)).collect(),
            limit,
        })
    }

    fn by_hand(&self, runtime: &Runtime, before: DateTime<Utc>) -> Result<(Vec<Call>, Duration)> {
        let start = Instant::now();
        let answer = naive::newest(&self.client, TABLE, &self.partitions, before, self.limit);
        let (calls, _) = runtime.block_on(answer)?;
        Ok((calls, start.elapsed()))
    }

    fn ours(&self, runtime: &Runtime, before: DateTime<Utc>) -> Result<(Vec<Call>, Duration)> {
        let start = Instant::now();
        let page = runtime.block_on(D::newest(&self.table, before, self.limit))?;
        let took = start.elapsed();
        Ok((page.items.into_iter().map(Into::into).collect(), took))
    }
}
