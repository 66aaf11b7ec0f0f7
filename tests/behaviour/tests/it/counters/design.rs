//! A table with a counter of every kind.

use chrono::{DateTime, Utc};
use keywright::{Attributes, Entity, Handle, Table};
use keywright_local::{Builder, Local};
use serde::{Deserialize, Serialize};

pub use crate::support::time::noon;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Votes, Clicks, Opinion, Hits, Stock, Seen)]
pub struct Platform;

/// Random shards, an index that follows the shard, and an index for items with a label.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform, constants("v" = "1"))]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 10)]
#[sk(template = "COUNT")]
#[gsi(index = "GSI1", query = labelled, pk = "LABEL#<label>", sk = "VOTES#<poll>")]
pub struct Votes {
    pub poll: String,
    #[entity(counter)]
    pub votes: u64,
    pub label: Option<String>,
    #[serde(skip)]
    pub cached: bool,
    #[serde(flatten)]
    pub others: Attributes,
}

/// An entity for one test only, because an entity's shards take turns throughout a process.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CLICKS#<site>")]
#[shard(random = 10)]
#[sk(template = "COUNT")]
pub struct Clicks {
    pub site: String,
    #[entity(counter)]
    pub clicks: u64,
}

/// Two counters in an item with a plain key. They can also decrease.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[serde(rename_all = "UPPERCASE")]
#[pk(template = "POST#<post:lower>")]
#[sk(template = "OPINION")]
pub struct Opinion {
    pub post: String,
    #[entity(counter)]
    pub ups: i64,
    #[entity(counter)]
    pub downs: i64,
}

/// The hits of a page, by day.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HITS#<page>#<at:day>", retention = "30d")]
#[shard(random = 4)]
#[sk(template = "<page>")]
#[gsi(index = "GSI1", query = by_day, pk = "DAY#<at:day>", sk = "<at:ms>#<page>", shard(random = 3))]
#[peak(writes_per_second = 900, item_bytes = 100)]
pub struct Hits {
    pub page: String,
    pub at: DateTime<Utc>,
    #[entity(counter)]
    pub hits: u32,
}

/// A counter of a small unsigned type, sharded by a hash.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SHELF#<shelf>")]
#[shard(hash(article), count = 6)]
#[sk(template = "STOCK#<article>")]
pub struct Stock {
    pub shelf: String,
    pub article: u32,
    #[entity(counter)]
    pub pieces: u8,
}

/// A counter of a small signed type, on random shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SEEN#<id>")]
#[shard(random = 3, first = 1)]
#[sk(template = "SEEN")]
pub struct Seen {
    pub id: u64,
    #[entity(counter)]
    pub seen: i8,
}

pub fn midnight() -> DateTime<Utc> {
    "2026-06-22T00:00:00Z".parse().unwrap()
}

pub async fn platform_on(engine: Builder) -> (Local, Handle<Platform>) {
    let local = engine.start();
    let platform = Platform::open(local.client(), "platform");
    platform.create_table().await.unwrap();
    local.clear_operations();
    (local, platform)
}

/// Returns an engine that answers on the test's own task, for a paused clock.
pub fn inline() -> Builder {
    Local::builder().answer_inline()
}
