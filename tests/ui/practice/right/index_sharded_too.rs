//! silent: table and index spread over 50 shards; one severity alone carries 5,000 writes/s.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 50)]
#[sk(template = "<at>#<call_id>")]
#[gsi(index = "GSI1", query = by_severity, pk = "<severity>#<at:day>", sk = "<at>", shard(random = 50))]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
    severity: Severity,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Severity {
    Low,
    High,
    Critical,
}
