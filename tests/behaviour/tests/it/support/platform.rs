//! One design with an access pattern for each entity.

use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, KeyEnum, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::time::{hours, noon};

/// Everything the platform stores.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = include("severity"))]
#[gsi(name = "ByAge", pk = "brand", sk(name = "seconds", type = "N"), projection = "keys_only")]
#[entities(OpsLog, Threat, Brand, Setting)]
pub struct Platform;

/// One call of an agent: daily buckets over random shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
pub struct OpsLog {
    pub at: DateTime<Utc>,
    pub call_id: String,
}

/// An alert on a brand: monthly buckets for each brand, and an index across them.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>#<at:month>")]
#[sk(template = "ALERT#<at>#<id>")]
#[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "THREAT#<at>#<id>")]
#[gsi(
    index = "GSI2",
    query = by_severity,
    pk = "SEVERITY#<severity>#<at:day>",
    sk = "<at>#<id>",
    shard(random = 3),
    peak(writes_per_second = 50, item_bytes = 200)
)]
#[gsi(index = "ByAge", query = by_age, pk = "<brand>", sk = "<seconds>")]
pub struct Threat {
    pub brand: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub severity: Severity,
    pub seconds: u32,
}

/// A brand, in a list of all brands.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BRAND#<id>")]
#[sk(template = "PROFILE")]
#[gsi(index = "GSI1", query = all, pk = "BRAND_INDEX", sk = "<name>", allow_hot = "50 a day")]
#[gsi(index = "GSI2", query = by_owner, pk = "OWNER#<owner>", sk = "BRAND#<id>")]
pub struct Brand {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// A setting of the whole platform: one key, for which the declared peak is low enough.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SETTINGS")]
#[sk(template = "<name>")]
#[gsi(index = "GSI1", query = by_team, pk = "TEAM_SETTINGS", sk = "<team>#<name>")]
#[peak(writes_per_second = 20, item_bytes = 300)]
pub struct Setting {
    pub name: String,
    pub team: String,
    pub value: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub enum Severity {
    Low,
    High,
}

pub fn log(hour: i64) -> OpsLog {
    OpsLog { at: hours(hour), call_id: format!("call-{hour}") }
}

pub fn threat(brand: &str, hour: i64) -> Threat {
    Threat { brand: brand.into(), at: hours(hour), id: format!("t-{hour}"), severity: Severity::High, seconds: 60 }
}

pub fn brand(id: &str, name: &str) -> Brand {
    Brand { id: id.into(), name: name.into(), owner: None }
}

pub fn setting(name: &str, value: u64) -> Setting {
    Setting { name: name.into(), team: "core".into(), value }
}

/// Creates the platform on an engine whose indexes return ties in any order.
pub async fn platform(seed: u64) -> (Local, Handle<Platform>) {
    let local = Local::builder().permute_ties(seed).start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    local.clear_operations();
    (local, platform)
}
