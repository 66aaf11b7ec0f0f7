//! Items of 8 and of 20 attributes.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[allow(clippy::duplicated_attributes, reason = "each index has a projection of its own")]
/// The table of both entities.
#[derive(Debug, Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "all")]
pub struct Shop;

/// An item of 8 attributes, in one index: about 350 bytes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "SMALL#<tenant>")]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_agent, pk = "SMALL#<agent>", sk = "<at>")]
#[allow(missing_docs, reason = "the fields are only data")]
pub struct Small {
    pub tenant: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub agent: String,
    pub status: String,
    pub latency_ms: u32,
    pub tokens: u32,
    pub prompt: String,
}

/// An item of 20 attributes of many types, in two indexes: about 900 bytes.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "LARGE#<tenant>")]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_agent, pk = "LARGE#<agent>", sk = "<at>")]
#[gsi(index = "GSI2", query = by_session, pk = "LARGE#<session>", sk = "<at>#<id>")]
#[allow(missing_docs, reason = "the fields are only data")]
pub struct Large {
    pub tenant: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub agent: String,
    pub session: String,
    pub status: String,
    pub model: String,
    pub region: String,
    pub latency_ms: u32,
    pub tokens_in: u64,
    pub tokens_out: u64,
    pub score: f64,
    pub cached: bool,
    pub retried: bool,
    pub parent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub tags: Vec<String>,
    pub limits: Limits,
    pub prompt: String,
    pub answer: String,
}

/// A map within an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are only data")]
pub struct Limits {
    pub tokens: u32,
    pub seconds: u32,
    pub tools: Vec<String>,
}
