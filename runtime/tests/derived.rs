//! The derives generate what `by_hand` writes by hand: the README's two entities, both ways.

#[path = "derived/by_hand.rs"]
mod by_hand;

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, KeyField, Schema, Table};
use serde::{Deserialize, Serialize};

/// Everything the platform stores.
#[derive(Table)]
#[table(pk = "PK", sk = "SK")]
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
#[allow(missing_docs)]
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
#[allow(missing_docs)]
pub struct Threat {
    pub brand: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub severity: Severity,
}

/// The severity of a call or an alert.
#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Severity {
    Low,
    High,
    Critical,
}

#[test]
fn derived_schemas_equal_handwritten_ones() {
    let derived = format!("{:#?}", [OpsLog::SCHEMA, Threat::SCHEMA]);
    let by_hand = format!("{:#?}", [by_hand::OpsLog::SCHEMA, by_hand::Threat::SCHEMA]);
    assert_eq!(derived, by_hand);
    assert_eq!(format!("{:#?}", Platform::SCHEMA), format!("{:#?}", by_hand::Platform::SCHEMA));
    let listed = <Platform as Schema>::ENTITIES.iter().map(|entity| entity.name);
    assert!(listed.eq(["OpsLog", "Threat"]));
}

#[test]
fn key_values_are_the_fields() {
    let now = Utc::now();
    let threat = Threat { brand: "abc".into(), at: now, id: "t-17".into(), severity: Severity::High };
    assert_eq!(threat.__value(0), "abc".to_owned().to_value());
    assert_eq!(threat.__value(1), now.to_value());
    assert_eq!(threat.__value(2), "t-17".to_owned().to_value());
    assert_eq!(threat.__value(3), None);
}

/// The functions accept what their callers have: values, references, and `&str` for text.
#[test]
fn functions_take_values_and_references() {
    let (now, id) = (Utc::now(), "t-17".to_owned());
    let key = Threat::key("abc", now, &id);
    assert_eq!(format!("{key:?}"), format!("{:?}", by_hand::Threat::key("abc".to_owned(), now, "t-17")));
    let key = OpsLog::key_in_shard(3, now, &id);
    assert_eq!(format!("{key:?}"), format!("{:?}", by_hand::OpsLog::key_in_shard(3, now, "t-17")));
    let _ = OpsLog::query();
    let _ = OpsLog::find(now, "t-17");
    let _ = Threat::query("abc");
    let _ = Threat::by_brand(&id);
}
