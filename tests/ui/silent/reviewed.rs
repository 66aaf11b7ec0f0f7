//! The load of these keys fits, and a reviewer has nothing to say.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

// Ten shards for a load of one.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "AUDIT#<at:day>")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 100, item_bytes = 700)]
struct Audit {
    at: DateTime<Utc>,
    call_id: String,
}

// Reads need shards, too.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "NEWS#<at:day>")]
#[shard(random = 40)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 100, reads_per_second = 300, item_bytes = 700)]
struct News {
    at: DateTime<Utc>,
    call_id: String,
}

// 24 roll-overs a day.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HOURLY#<at:hour>")]
#[shard(random = 30)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct Hourly {
    at: DateTime<Utc>,
    call_id: String,
}

// One partition carries all keys of a minute.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "MINUTE#<at:minute>")]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 500, item_bytes = 700)]
struct EachMinute {
    at: DateTime<Utc>,
    call_id: String,
}

// Ten times the limit may be accepted.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "IMPORT#<at:day>", allow_hot = "the import retries what is throttled")]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 10_000, item_bytes = 700)]
struct Import {
    at: DateTime<Utc>,
    call_id: String,
}

// The older key has shards for the peak.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "LOG#<at:day>",
    since = "2027-08-01T00:00:00Z",
    legacy(template = "OPS_LOG#<at:day>", hash(call_id), count = 30)
)]
#[shard(hash(call_id), count = 30)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct Log {
    at: DateTime<Utc>,
    call_id: String,
}
