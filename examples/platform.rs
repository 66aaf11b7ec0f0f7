//! The README's design: an ops log that is spread over shards, and alerts that an index finds by brand.
//!
//! `cargo run --example platform` writes and reads on the embedded engine; `cargo run --example platform -- docs`
//! prints the access patterns.

#![allow(missing_docs, reason = "the README's code, as it stands there")]

use std::{error::Error, process::ExitCode};

use chrono::{DateTime, Duration, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

/// Everything the platform stores.
#[derive(Table)]
#[table(pk = "PK", sk = "SK")] // attribute names; these are the defaults
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(OpsLog, Threat)]
pub struct Platform;

/// One call of an AI agent.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
pub struct OpsLog {
    pub at: DateTime<Utc>,
    pub call_id: String,
    pub agent: String,
    pub severity: Severity,
    pub latency_ms: u32,
}

/// An alert on a brand.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>#<at:month>")]
#[sk(template = "ALERT#<at>#<id>")]
#[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "THREAT#<at>#<id>")]
pub struct Threat {
    pub brand: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub severity: Severity,
}

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
pub enum Severity {
    Low,
    High,
    Critical,
}

async fn write_and_read() -> Result<(), Box<dyn Error>> {
    // Creates the table on the embedded engine.
    let platform = keywright_local::Local::start().open::<Platform>("anti-counterfeit").await?;
    // On AWS: Platform::open(aws_sdk_dynamodb::Client::new(&config), "anti-counterfeit")

    let at = Utc::now();
    let log = OpsLog { at, call_id: "c-1".into(), agent: "scout".into(), severity: Severity::Low, latency_ms: 87 };
    let threat = Threat { brand: "abc".into(), at, id: "t-17".into(), severity: Severity::Critical };
    platform.put(&log).await?;
    platform.put(&threat).await?;

    let now = Utc::now();
    let recent = OpsLog::query() // 8 day buckets x 10 shards, one ordered answer
        .between(now - Duration::days(7)..now)
        .newest_first()
        .limit(50)
        .send(&platform)
        .await?;
    println!("{:?}", recent.items);
    println!("{:?}", recent.stats); // lanes, requests, rounds, items_read, rcu

    let page = Threat::by_brand("abc").limit(50).send(&platform).await?; // one partition of GSI1, across all months
    println!("{:?}", page.items);
    if let Some(cursor) = page.cursor {
        // None: this was the end
        let next = Threat::by_brand("abc").limit(50).cursor(cursor).send(&platform).await?;
        println!("{:?}", next.items);
    }
    let one: Option<Threat> = platform.get(Threat::key("abc", at, "t-17")).await?;
    println!("{one:?}");
    Ok(())
}

#[tokio::main]
async fn main() -> ExitCode {
    if std::env::args().len() > 1 {
        return keywright_tools::run::<Platform>();
    }
    match write_and_read().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
