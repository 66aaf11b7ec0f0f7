//! The README's design: a table that lists its entities, and the same list from another module.

#![deny(missing_docs)]

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Schema, Table};
use serde::{Deserialize, Serialize};

/// Everything the platform stores.
#[derive(Table)]
#[table(pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(OpsLog, brand::Threat)]
pub struct Platform;

/// One call of an AI agent.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
pub struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
    severity: Severity,
}

/// What happens to brands.
pub mod brand {
    use super::*;

    /// An alert on a brand.
    #[derive(Debug, Clone, Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "THREAT#<brand>#<at:month>")]
    #[sk(template = "ALERT#<at>#<id>")]
    #[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "THREAT#<at>#<id>")]
    pub struct Threat {
        brand: String,
        at: DateTime<Utc>,
        id: String,
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
pub enum Severity {
    /// Not bad.
    Low,
    /// Bad.
    High,
}

/// The list again, as another crate would write it.
#[derive(Schema)]
#[schema(table = Platform, entities(self::OpsLog, crate::platform::brand::Threat))]
pub struct PlatformSchema;

pub(super) fn main() {
    let names = |entities: &[&keywright::schema::EntitySchema]| -> Vec<&str> {
        entities.iter().map(|entity| entity.name).collect()
    };
    assert_eq!(Platform::LISTED.map(names), Some(vec!["OpsLog", "Threat"]));
    assert_eq!(names(<Platform as Schema>::ENTITIES), ["OpsLog", "Threat"]);
    assert_eq!(names(PlatformSchema::ENTITIES), ["OpsLog", "Threat"]);
}
