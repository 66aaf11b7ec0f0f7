//! A table with an entity of every kind that writes treat differently.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Attributes, Entity, Handle, Key, KeyEnum, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::time::noon;

/// Everything the platform stores.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(OpsLog, Threat, Visit, Reading, Brand)]
pub struct Platform;

/// A randomly sharded entity.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
pub struct OpsLog {
    pub at: DateTime<Utc>,
    pub call_id: String,
    pub severity: Severity,
    pub latency_ms: u32,
}

/// A plain entity with an index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
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

/// An entity whose key has its time only in whole seconds.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VISIT#<user>")]
#[sk(template = "VISIT#<at:s>")]
pub struct Visit {
    pub user: String,
    pub at: DateTime<Utc>,
    pub page: String,
}

/// An entity that is sharded by a hash.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "READING#<site>")]
#[shard(hash(device), count = 4)]
#[sk(template = "READING#<device>#<at>")]
pub struct Reading {
    pub site: String,
    pub device: String,
    pub at: DateTime<Utc>,
    pub celsius: f64,
}

/// An entity that is in the index only while it has an owner, and that keeps other writers' attributes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform, constants("schema" = "1"))]
#[pk(template = "BRAND#<id>")]
#[sk(template = "PROFILE")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "BRAND#<id>")]
pub struct Brand {
    pub id: String,
    pub owner: Option<String>,
    pub score: u32,
    #[serde(flatten)]
    pub others: Attributes,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub enum Severity {
    Low,
    High,
}

/// A table with fields as keys.
#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"), discriminator = none)]
#[entities(Sample)]
pub struct Samples;

/// An entity with a time that sorts as a number.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Samples)]
#[pk(template = "<device>")]
#[sk(template = "<ts:epoch_ms>")]
pub struct Sample {
    pub device: String,
    pub ts: DateTime<Utc>,
    pub value: i64,
}

pub fn later(millis: i64) -> DateTime<Utc> {
    noon() + TimeDelta::milliseconds(millis)
}

pub fn log(call_id: &str) -> OpsLog {
    OpsLog { at: noon(), call_id: call_id.into(), severity: Severity::Low, latency_ms: 12 }
}

pub fn threat(id: &str) -> Threat {
    Threat { brand: "abc".into(), at: noon(), id: id.into(), severity: Severity::High }
}

pub fn visit(at: DateTime<Utc>, page: &str) -> Visit {
    Visit { user: "ann".into(), at, page: page.into() }
}

pub fn brand(id: &str) -> Brand {
    Brand { id: id.into(), owner: Some("ann".into()), score: 7, others: Attributes::new() }
}

/// Creates the platform's table on its own engine.
pub async fn platform() -> (Local, Handle<Platform>) {
    let local = Local::start();
    let platform = Platform::open(local.client(), "platform");
    platform.create_table().await.unwrap();
    local.clear_operations();
    (local, platform)
}

/// Returns the item under an entity's key.
pub async fn stored<E: Entity<Table = Platform> + Serialize>(
    platform: &Handle<Platform>,
    entity: &E,
) -> Option<keywright::Item> {
    let key = entity.keys().unwrap().swap_remove(0);
    let get = platform.client().get_item().table_name(platform.table_name());
    let s = aws_sdk_dynamodb::types::AttributeValue::S;
    get.key("PK", s(key.partition)).key("SK", s(key.sort.unwrap())).send().await.unwrap().item
}

pub fn key_of(threat: &Threat) -> Key<Threat> {
    Threat::key(&threat.brand, threat.at, &threat.id)
}
