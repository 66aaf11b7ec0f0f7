//! A table with an entity of every kind that queries treat differently.

use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, KeyEnum, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::time::{hours, noon};

/// Everything the platform stores.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[entities(OpsLog, Threat, Note, Visit, Reading)]
pub(crate) struct Platform;

/// Daily buckets, randomly sharded.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 4)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 1_000, item_bytes = 700)]
pub(crate) struct OpsLog {
    pub at: DateTime<Utc>,
    pub call_id: String,
    pub severity: Severity,
}

/// A threat, with monthly buckets of an owner, and indexes across them.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>#<at:month>")]
#[sk(template = "ALERT#<at>#<id>")]
#[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "THREAT#<at:s>")]
#[gsi(index = "GSI2", query = by_severity, pk = "SEVERITY#<severity>", sk = "<at>", allow_hot = "ten a day")]
pub(crate) struct Threat {
    pub brand: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub severity: Severity,
}

/// Another entity among the threats of a brand.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "NOTE#<brand>")]
#[sk(template = "NOTE#<id>")]
#[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "THREAT#<at:s>")]
pub(crate) struct Note {
    pub brand: String,
    pub at: DateTime<Utc>,
    pub id: String,
}

/// A visit whose sort key does not start with the time.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VISIT#<at:day>", retention = "30d")]
#[shard(hash(user), count = 3)]
#[sk(template = "USER#<user>#<at>")]
#[peak(writes_per_second = 10, item_bytes = 100)]
pub(crate) struct Visit {
    pub user: String,
    pub at: DateTime<Utc>,
}

/// An entity that earlier had no shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "READING#<site>#<at:day>", legacy(template = "OLD_READING#<site>"))]
#[sk(template = "READING#<at>")]
pub(crate) struct Reading {
    pub site: String,
    pub at: DateTime<Utc>,
    pub celsius: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub(crate) enum Severity {
    Low,
    High,
}

/// A table with fields as keys.
#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"), discriminator = none)]
#[entities(Sample)]
pub(crate) struct Samples;

/// An entity with a time that sorts as a number.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Samples)]
#[pk(template = "<device>")]
#[sk(template = "<ts:epoch_ms>")]
pub(crate) struct Sample {
    pub device: String,
    pub ts: DateTime<Utc>,
    pub value: i64,
}

pub(crate) fn log(hour: i64) -> OpsLog {
    OpsLog { at: hours(hour), call_id: format!("call-{hour}"), severity: Severity::Low }
}

pub(crate) fn threat(hour: i64, id: &str) -> Threat {
    Threat { brand: "abc".into(), at: hours(hour), id: id.into(), severity: Severity::High }
}

pub(crate) async fn platform() -> (Local, Handle<Platform>) {
    platform_on(Local::start()).await
}

pub(crate) async fn platform_on(local: Local) -> (Local, Handle<Platform>) {
    let platform = Platform::open(local.client(), "platform");
    platform.create_table().await.unwrap();
    local.clear_operations();
    (local, platform)
}

/// Creates the platform with a log every three hours from noon on. Requests end with the call that sent them.
pub(crate) async fn with_logs(count: i64) -> (Local, Handle<Platform>) {
    let (local, platform) = platform_on(Local::builder().answer_inline().start()).await;
    for step in 0..count {
        platform.put(&log(step * 3)).await.unwrap();
    }
    local.clear_operations();
    (local, platform)
}
