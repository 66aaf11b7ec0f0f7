//! Entities of the platform's table, in a crate that depends on keywright directly.

pub mod clashing;

use chrono::{DateTime, Utc};
use keywright::Entity;
use platform::{Platform, Severity};
use serde::{Deserialize, Serialize};

/// One call of an AI agent.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "day")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
pub struct OpsLog {
    /// The start.
    pub at: DateTime<Utc>,
    /// The call.
    pub call_id: String,
    /// The severity.
    pub severity: Severity,
}
