//! Asks the same questions by hand and by the library, under the same simulated latencies.

use std::{future::Future, time::Duration};

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, Utc};
use fastrand::Rng;
use keywright::{Handle, Table, read::Stats};
use keywright_local::{Faults, Latency, Local, Rule};
use tokio::time::Instant;

use crate::{
    Result,
    call::Call,
    cost::Cost,
    data::{Data, TABLE, calls_for},
    design::Design,
    meter::{Charged, Meter},
    naive, virtual_time,
};

/// A way to read the newest calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Scatter-gather by hand.
    ByHand,
    /// The library.
    Ours,
    /// The library, with a declared size of the items.
    Sized,
    /// The library with hedged reads: at most 5 % of the reads are sent a second time.
    Hedged,
}

impl Reader {
    /// All readers.
    pub const ALL: &[Self] = &[Self::ByHand, Self::Ours, Self::Sized, Self::Hedged];
}

/// The number of newest calls to read, and of runs.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// The limit of the read.
    pub limit: usize,
    /// The number of runs, each with another instant and another seed.
    pub runs: usize,
}

/// The cost of one question for each reader.
#[derive(Debug)]
pub struct Cell {
    /// The number of lanes.
    pub lanes: usize,
    /// The limit of the read.
    pub limit: usize,
    /// The cost for each reader.
    pub costs: Vec<(Reader, Cost)>,
}

impl Cell {
    /// Returns the cost for a reader.
    #[must_use]
    pub fn cost(&self, reader: Reader) -> Option<&Cost> {
        self.costs.iter().find(|(other, _)| *other == reader).map(|(_, cost)| cost)
    }
}

/// The share of the reads that may be hedged.
const HEDGE_BUDGET: f64 = 0.05;

/// The number of reads after which a handle hedges.
const WARM_UP: usize = 1_000;

/// Calls beyond those that the largest question needs, so that the instants of the runs differ.
const SPARE_CALLS: usize = 2_000;

/// Asks these readers the questions, over a design without (`P`) and with (`S`) a declared size.
///
/// # Errors
///
/// If the answers of two readers differ, or a request fails.
pub fn measure<P: Design, S: Design>(questions: &[Question], readers: &[Reader]) -> Result<Vec<Cell>> {
    virtual_time::run(async {
        let limit = questions.iter().map(|question| question.limit).max().unwrap_or_default();
        let bench = Bench::<P, S>::load(calls_for(P::LANES, limit) + SPARE_CALLS).await?;
        if readers.contains(&Reader::Hedged) {
            bench.warm_up().await?;
        }
        let mut cells = Vec::with_capacity(questions.len());
        for question in questions {
            eprintln!("newest {} over {} lanes, {} times", question.limit, P::LANES, question.runs);
            cells.push(bench.ask(*question, readers).await?);
        }
        Ok(cells)
    })?
}

struct Bench<P: Design, S: Design> {
    local: Local,
    meter: Meter,
    client: Client,
    partitions: Vec<String>,
    ours: Handle<P::Home>,
    sized: Handle<S::Home>,
    hedged: Handle<P::Home>,
    data: Data,
}

/// The calls, the number of rounds, and the library's own statistics.
struct Answer {
    calls: Vec<Call>,
    rounds: usize,
    stats: Option<Stats>,
}

impl<P: Design, S: Design> Bench<P, S> {
    async fn load(calls: usize) -> Result<Self> {
        let local = Local::builder().answer_inline().start();
        let data = Data::load::<P>(&local.client(), calls).await?;
        let meter = Meter::new(local.http_client());
        let client = Client::from_conf(local.config().http_client(meter.clone()).build());
        Ok(Self {
            partitions: P::partitions(),
            ours: P::Home::open(client.clone(), TABLE),
            sized: S::Home::open(client.clone(), TABLE),
            hedged: P::Home::open(client.clone(), TABLE).hedge_reads(HEDGE_BUDGET),
            local,
            meter,
            client,
            data,
        })
    }

    /// Lets the handle that hedges learn the latencies of reads.
    async fn warm_up(&self) -> Result<()> {
        let mut rng = Rng::with_seed(0);
        for seed in 0..WARM_UP.div_ceil(P::LANES) {
            self.seed_latencies(seed as u64)?;
            let before = self.instant(&mut rng, 10)?;
            P::newest(&self.hedged, before, 10).await?;
        }
        self.meter.take().await;
        Ok(())
    }

    async fn ask(&self, question: Question, readers: &[Reader]) -> Result<Cell> {
        let Question { limit, runs } = question;
        let mut rng = Rng::with_seed((P::LANES * 1_000_000 + limit) as u64);
        let mut costs: Vec<(Reader, Cost)> = readers.iter().map(|reader| (*reader, Cost::default())).collect();
        for _ in 0..runs {
            let before = self.instant(&mut rng, limit)?;
            let seed = rng.u64(..);
            let mut expected: Option<Vec<Call>> = None;
            for (reader, cost) in &mut costs {
                self.seed_latencies(seed)?;
                let calls = self.read(*reader, before, limit, cost).await?;
                if calls.len() != limit {
                    return Err(format!("{reader:?} found {} of {limit} calls", calls.len()).into());
                }
                match &expected {
                    Some(expected) if *expected != calls => {
                        let lanes = P::LANES;
                        let message = format!("{reader:?} differs: newest {limit} of {lanes} lanes before {before}");
                        return Err(message.into());
                    }
                    Some(_) => {}
                    None => expected = Some(calls),
                }
            }
        }
        Ok(Cell { lanes: P::LANES, limit, costs })
    }

    async fn read(&self, reader: Reader, before: DateTime<Utc>, limit: usize, cost: &mut Cost) -> Result<Vec<Call>> {
        match reader {
            Reader::ByHand => {
                let answer = by_hand(&self.client, &self.partitions, before, limit);
                self.timed(answer, cost).await
            }
            Reader::Ours => self.timed(page::<P>(&self.ours, before, limit), cost).await,
            Reader::Sized => self.timed(page::<S>(&self.sized, before, limit), cost).await,
            Reader::Hedged => self.timed(page::<P>(&self.hedged, before, limit), cost).await,
        }
    }

    async fn timed(&self, answer: impl Future<Output = Result<Answer>>, cost: &mut Cost) -> Result<Vec<Call>> {
        let start = Instant::now();
        let Answer { calls, rounds, stats } = answer.await?;
        let latency: Duration = start.elapsed();
        let charged = self.meter.take().await;
        if let Some(stats) = stats {
            check_stats(stats, charged)?;
        }
        cost.add(charged, rounds, latency);
        Ok(calls)
    }

    /// Sets the seed for the latencies of the next reads.
    fn seed_latencies(&self, seed: u64) -> Result<()> {
        let tail = Rule::on(["Query"])?.latency(Latency::one_percent_tail());
        self.local.set_faults(Faults::seeded(seed).rule(tail));
        Ok(())
    }

    fn instant(&self, rng: &mut Rng, limit: usize) -> Result<DateTime<Utc>> {
        let instant = self.data.instant(rng, calls_for(P::LANES, limit));
        instant.ok_or_else(|| format!("too few calls for a limit of {limit}").into())
    }
}

async fn by_hand(client: &Client, partitions: &[String], before: DateTime<Utc>, limit: usize) -> Result<Answer> {
    let (calls, rounds) = naive::newest(client, TABLE, partitions, before, limit).await?;
    Ok(Answer { calls, rounds, stats: None })
}

async fn page<D: Design>(table: &Handle<D::Home>, before: DateTime<Utc>, limit: usize) -> Result<Answer> {
    let page = D::newest(table, before, limit).await?;
    let calls = page.items.into_iter().map(Into::into).collect();
    Ok(Answer { calls, rounds: page.stats.rounds, stats: Some(page.stats) })
}

/// Checks that the library's statistics match the charges. They count a request that is still in flight when the answer
/// is complete, but not its items and units.
fn check_stats(stats: Stats, charged: Charged) -> Result<()> {
    let is_whole = stats.items_read == charged.items && (stats.rcu - charged.rcu).abs() < 1e-6;
    let has_copies = stats.hedges > 0 && stats.items_read <= charged.items && stats.rcu <= charged.rcu;
    if stats.requests == charged.requests && (is_whole || has_copies) {
        return Ok(());
    }
    Err(format!("the stats differ from the charged units: {stats:?}, {charged:?}").into())
}
