//! Reproducible data: calls to load, and instants for queries.

use std::ops::Range;

use aws_sdk_dynamodb::Client;
use chrono::{DateTime, TimeDelta, Utc};
use fastrand::Rng;
use keywright::Table;

use crate::{Result, call::Call, design::Design};

/// The tenant of all calls.
pub const TENANT: &str = "acme";

/// The name of the table.
pub const TABLE: &str = "calls";

/// The calls of one batch: those that are in memory while loading.
const STEP: usize = 2_000;

/// The seed of the calls.
const SEED: u64 = 1;

/// Calls that are loaded, oldest first.
pub struct Data {
    times: Vec<DateTime<Utc>>,
}

impl Data {
    /// Creates the table and loads this many calls.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub async fn load<D: Design>(client: &Client, calls: usize) -> Result<Self> {
        let table = D::Home::open(client.clone(), TABLE);
        table.ensure_table().await?;
        let mut rng = Rng::with_seed(SEED);
        let mut at = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let mut times = Vec::with_capacity(calls);
        while times.len() < calls {
            let mut step: Vec<D> = Vec::with_capacity(STEP);
            while times.len() < calls && step.len() < STEP {
                at += TimeDelta::nanoseconds(rng.i64(1..200_000_000));
                times.push(at);
                step.push(call(&mut rng, at).into());
            }
            let report = table.batch_put(&step).await?;
            if report.written != step.len() {
                return Err(format!("{} of {} calls were not written", report.leftovers.len(), step.len()).into());
            }
        }
        Ok(Self { times })
    }

    /// Returns a random instant before which there are at least this many calls.
    #[must_use]
    pub fn instant(&self, rng: &mut Rng, calls_before: usize) -> Option<DateTime<Utc>> {
        let instants = Range { start: calls_before, end: self.times.len() };
        if instants.is_empty() { None } else { self.times.get(rng.usize(instants)).copied() }
    }
}

/// Returns a random call of about 400 bytes with its keys.
#[must_use]
pub fn call(rng: &mut Rng, at: DateTime<Utc>) -> Call {
    let pick = |rng: &mut Rng, texts: &[&str]| rng.choice(texts).copied().unwrap_or_default().to_owned();
    let length = rng.usize(168..=218);
    Call {
        at,
        id: format!("{:012x}", rng.u64(..1 << 48)),
        tenant: TENANT.to_owned(),
        agent: pick(rng, &["planner", "search", "summary", "reviewer"]),
        model: pick(rng, &["large-2", "medium-2", "small-2"]),
        region: pick(rng, &["eu-west-1", "us-east-1", "ap-south-1"]),
        status: pick(rng, &["ok", "ok", "ok", "timeout"]),
        latency_ms: rng.u32(40..9_000),
        tokens: rng.u32(100..30_000),
        prompt: (0..length).map(|_| if rng.u8(..6) == 0 { ' ' } else { rng.lowercase() }).collect(),
    }
}

/// Returns the number of calls after which each of `lanes` has at least `limit` of them, except with a probability of 1
/// in 30,000 per lane.
#[must_use]
pub fn calls_for(lanes: usize, limit: usize) -> usize {
    if lanes == 1 {
        return limit;
    }
    let limit = limit as f64;
    ((limit + 4.0 * limit.sqrt() + 8.0) * lanes as f64).ceil() as usize
}

#[cfg(test)]
mod tests {
    use keywright::Entity;

    use super::*;
    use crate::schema::{Call1, Sized1, Sized10, Sized50, Sized200};

    fn stored_bytes<D: Design>(call: Call) -> usize {
        let item = D::from(call).to_item().unwrap();
        item.iter()
            .map(|(name, value)| {
                let text = value.as_s().map(String::len);
                name.len() + text.unwrap_or_else(|_| value.as_n().unwrap().len().div_ceil(2) + 1)
            })
            .sum()
    }

    #[test]
    fn declared_size_is_at_most_30_bytes_above_the_mean_size() {
        let mut rng = Rng::with_seed(7);
        let at = DateTime::UNIX_EPOCH + TimeDelta::nanoseconds(1);
        let sizes: Vec<u64> = (0..1_000).map(|_| stored_bytes::<Sized10>(call(&mut rng, at)) as u64).collect();
        let mean = sizes.iter().sum::<u64>() / 1_000;
        let declared = [Sized1::SCHEMA, Sized10::SCHEMA, Sized50::SCHEMA, Sized200::SCHEMA];
        let declared = declared.map(|schema| schema.item_bytes().unwrap());
        let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
        println!("{least} to {most} bytes, {mean} in the mean; declared: {declared:?}");
        assert!((395..400).contains(&mean) && declared.iter().all(|declared| (mean..mean + 30).contains(declared)));
        assert_eq!(Call1::SCHEMA.item_bytes(), None);
    }
}
