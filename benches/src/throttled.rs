//! Measures appends to 20 random shards at their maximum load, by the SDK with its default retries and by the library.

use std::{collections::HashMap, sync::Arc, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, WarmThroughput},
};
use fastrand::Rng;
use keywright::{Entity, Handle, Table, physics::limits::PARTITION_WRITE_UNITS};
use keywright_local::{Faults, Latency, Local, Partitions, Rule};
use serde::{Deserialize, Serialize};
use tokio::{task::JoinSet, time::Instant};

use crate::{Result, quantile::quantile, virtual_time};

/// The number of shards, each with a partition of its own.
pub const SHARDS: u32 = 20;

const TABLE: &str = "appends";
const STREAM: &str = "all";

/// The number of partitions, large enough that 20 keys rarely share one.
const PARTITIONS: u64 = 1_000;

/// The number of placements to try.
const PLACEMENTS: u64 = 100;

/// The table of the appends.
#[derive(Debug, Table)]
#[table(undeclared_peak = "allow")]
#[entities(Append)]
pub struct Appends;

/// What is appended.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Appends)]
#[pk(template = "LOG#<stream>")]
#[shard(random = 20)]
#[sk(template = "<id>")]
pub struct Append {
    stream: String,
    id: u64,
    fill: String,
}

/// A load that the shards can just carry, with a fixed time between appends.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// The write units of each append.
    pub units: u64,
    /// The duration of the load.
    pub lasts: Duration,
    /// The unused capacity that a partition has saved up at the start, which is also the most that it can save up.
    pub depth: Duration,
    /// The latency of each request.
    pub latency: Duration,
    /// The seed for the choice of shards.
    pub seed: u64,
}

/// The way to append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// The SDK's default retries, with a random shard.
    Sdk,
    /// The library's retries, with a random first shard as in [`Sdk`](Self::Sdk).
    Ours,
    /// The library's retries, with the library's choice of shards, in turn.
    OursInTurn,
}

impl Writer {
    /// All writers.
    pub const ALL: [Self; 3] = [Self::Sdk, Self::Ours, Self::OursInTurn];
}

/// The results of appends.
#[derive(Debug, Default)]
pub struct Measured {
    /// The times from the moment at which an append was due to its last answer, including failures.
    pub latencies: Vec<Duration>,
    /// Appends that failed.
    pub failed: usize,
    /// Appends that were written to another shard than their first one.
    pub moved: usize,
}

impl Measured {
    /// Returns the latency that this share of the appends did not exceed.
    #[must_use]
    pub fn latency(&self, share: f64) -> Duration {
        quantile(&self.latencies, share).unwrap_or_default()
    }

    /// Adds another run.
    pub fn add(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.failed += other.failed;
        self.moved += other.moved;
    }
}

/// Appends by this writer under this load, to a table of its own.
///
/// # Errors
///
/// If the engine cannot give each shard a partition of its own.
pub fn measure(load: Load, writer: Writer) -> Result<Measured> {
    virtual_time::run(async move {
        let (local, table) = separated(load).await?;
        local.set_faults(Faults::seeded(0).rule(Rule::all().latency(Latency::constant(load.latency))));
        Ok(appends(&table, load, writer).await)
    })?
}

/// Creates a table in which each shard has a partition of its own.
async fn separated(load: Load) -> Result<(Local, Handle<Appends>)> {
    for seed in 0..PLACEMENTS {
        let partitions = Partitions::default().seed(seed).bucket_depth(load.depth).split_after(Duration::MAX);
        let local = Local::builder().answer_inline().partitions(partitions).start();
        let table = Appends::open(local.client(), TABLE);
        let units = i64::try_from(PARTITIONS * PARTITION_WRITE_UNITS)?;
        let warm = WarmThroughput::builder().read_units_per_second(12_000).write_units_per_second(units).build();
        table.create_table().into_sdk()?.warm_throughput(warm).send().await?;
        let first = Append { stream: STREAM.into(), id: u64::MAX, fill: String::new() };
        for shard in 0..SHARDS {
            table.put(&first).in_shard(shard).await?;
        }
        let partitions = local.partitions(TABLE).ok_or("the table does not exist")?.table.partitions;
        let used = partitions.iter().filter(|partition| partition.consumed.write > 0.0).count();
        if used == SHARDS as usize {
            tokio::time::sleep(Duration::from_secs(1)).await;
            return Ok((local, table));
        }
    }
    Err(format!("no placement of {PLACEMENTS} gives each of {SHARDS} shards a partition").into())
}

async fn appends(table: &Handle<Appends>, load: Load, writer: Writer) -> Measured {
    let mut rng = Rng::with_seed(load.seed);
    let rate = PARTITION_WRITE_UNITS * u64::from(SHARDS);
    let every = Duration::from_secs(load.units) / u32::try_from(rate).unwrap_or(u32::MAX);
    let count = load.lasts.as_nanos() / every.as_nanos();
    let fill: Arc<str> = "x".repeat(usize::try_from(load.units * 1_024).unwrap_or_default().saturating_sub(200)).into();
    let start = Instant::now();
    let mut running = JoinSet::new();
    let mut due = start;
    for id in 0..count {
        tokio::time::sleep_until(due).await;
        let append = Append { stream: STREAM.into(), id: id as u64, fill: fill.to_string() };
        let (table, shard) = (table.clone(), rng.u32(0..SHARDS));
        running.spawn(async move {
            let answer = match writer {
                Writer::Sdk => by_hand(table.client(), append, shard).await,
                Writer::Ours => ours(&table, &append, Some(shard)).await,
                Writer::OursInTurn => ours(&table, &append, None).await,
            };
            (due.elapsed(), answer)
        });
        due += every;
    }
    let mut measured = Measured::default();
    while let Some(ended) = running.join_next().await {
        let Ok((latency, answer)) = ended else { continue };
        measured.latencies.push(latency);
        match answer {
            Ok(moved) => measured.moved += usize::from(moved),
            Err(_) => measured.failed += 1,
        }
    }
    measured
}

/// Appends as a program without the library does.
async fn by_hand(client: &Client, append: Append, shard: u32) -> Result<bool> {
    let item = HashMap::from([
        ("PK".to_owned(), AttributeValue::S(format!("LOG#{}#{shard}", append.stream))),
        ("SK".to_owned(), AttributeValue::S(format!("{:020}", append.id))),
        ("_et".to_owned(), AttributeValue::S("Append".to_owned())),
        ("stream".to_owned(), AttributeValue::S(append.stream)),
        ("id".to_owned(), AttributeValue::N(append.id.to_string())),
        ("fill".to_owned(), AttributeValue::S(append.fill)),
    ]);
    client.put_item().table_name(TABLE).set_item(Some(item)).send().await?;
    Ok(false)
}

/// Appends, with `shard` as the first shard if it is given. Returns whether the item was written to another one.
async fn ours(table: &Handle<Appends>, append: &Append, shard: Option<u32>) -> Result<bool> {
    let mut put = table.put(append);
    while shard.is_some() && put.shard() != shard {
        put = table.put(append);
    }
    let first = put.shard();
    Ok(put.await?.shard() != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retrying_in_another_shard_is_far_faster_than_sdk_backoff() {
        let millis = Duration::from_millis;
        let load = Load { units: 10, lasts: millis(600), depth: millis(80), latency: millis(2), seed: 0 };
        let (sdk, ours) = (measure(load, Writer::Sdk).unwrap(), measure(load, Writer::Ours).unwrap());
        assert_eq!((sdk.latencies.len(), ours.latencies.len(), ours.failed), (1_200, 1_200, 0));
        assert!(ours.moved > 0);
        let (by_sdk, by_us) = (sdk.latency(0.999), ours.latency(0.999));
        assert!(by_us <= millis(10) && by_sdk >= 50 * by_us, "{by_sdk:?} and {by_us:?}");
    }
}
