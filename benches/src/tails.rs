//! Measures the tail latency of a fan-out, with and without hedged reads.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use keywright::{Handle, Table};
use keywright_local::{Faults, Latency, Local, Rule};
use tokio::time::Instant;

use crate::{
    Result, closed_form,
    data::{Data, TABLE},
    design::Design,
    quantile::quantile,
    virtual_time,
};

/// The share of the reads that may be hedged.
pub const HEDGE_BUDGET: f64 = 0.05;

/// The mean number of calls per lane: so few that one request reads a whole lane.
const CALLS_PER_LANE: usize = 2;

/// The number of reads after which a handle hedges.
const WARM_UP: usize = 1_000;

/// Latencies of fan-outs over a number of lanes.
#[derive(Debug)]
pub struct Tail {
    /// The number of lanes.
    pub lanes: usize,
    /// Without hedged reads.
    pub plain: Measured,
    /// With hedged reads.
    pub hedged: Measured,
}

/// Measured latencies, and the expected one.
#[derive(Debug)]
pub struct Measured {
    /// The latency of each run.
    pub latencies: Vec<Duration>,
    /// The p99 by formula.
    pub expected_p99: Duration,
    /// The number of requests.
    pub requests: usize,
    /// The number of hedges among the requests.
    pub copies: usize,
}

impl Measured {
    /// Returns the latency that this share of the runs did not exceed.
    #[must_use]
    pub fn latency(&self, share: f64) -> Duration {
        quantile(&self.latencies, share).unwrap_or_default()
    }

    /// Returns the hedges as a share of the other requests.
    #[must_use]
    pub fn extra(&self) -> f64 {
        self.copies as f64 / (self.requests - self.copies).max(1) as f64
    }
}

/// Reads all lanes at once, in each of several runs.
///
/// # Errors
///
/// If a request fails, or an answer is incomplete.
pub fn measure<D: Design>(runs: usize) -> Result<Tail> {
    virtual_time::run(async {
        let local = Local::builder().answer_inline().start();
        let client = local.client();
        Data::load::<D>(&client, D::LANES * CALLS_PER_LANE).await?;
        let tail = Latency::one_percent_tail();
        let open = |client: &Client| D::Home::open(client.clone(), TABLE);
        let plain = (open(&client), closed_form::slowest(&tail, D::LANES, 0.99)?);
        let hedged = (
            open(&client).hedge_reads(HEDGE_BUDGET),
            closed_form::slowest_hedged(&tail, D::LANES, 0.99, HEDGE_BUDGET)?,
        );
        Ok(Tail {
            lanes: D::LANES,
            plain: fan_outs::<D>(&local, plain, runs).await?,
            hedged: fan_outs::<D>(&local, hedged, runs).await?,
        })
    })?
}

async fn fan_outs<D: Design>(
    local: &Local,
    (table, expected_p99): (Handle<D::Home>, Duration),
    runs: usize,
) -> Result<Measured> {
    let warm_up = WARM_UP.div_ceil(D::LANES);
    let mut measured = Measured { latencies: Vec::with_capacity(runs), expected_p99, requests: 0, copies: 0 };
    for run in 0..warm_up + runs {
        let tail = Rule::on(["Query"])?.latency(Latency::one_percent_tail());
        local.set_faults(Faults::seeded(run as u64).rule(tail));
        let start = Instant::now();
        let page = D::all(&table).await?;
        let latency = start.elapsed();
        if page.items.len() != D::LANES * CALLS_PER_LANE || page.stats.rounds != 1 {
            return Err(format!("{} calls, but not all in one round: {:?}", page.items.len(), page.stats).into());
        }
        if run >= warm_up {
            measured.latencies.push(latency);
            measured.requests += page.stats.requests;
            measured.copies += page.stats.hedges;
        }
    }
    Ok(measured)
}
