//! Declared reads that use all of the quota of read units, alone and together.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Call)]
struct Platform;

/// Each of 800 reads a second visits 100 shards, at 0.5 RCU: 40,000 RCU/s.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<caller>")]
#[shard(random = 100)]
#[sk(template = "<id>")]
#[peak(writes_per_second = 2_000, item_bytes = 400, reads_per_second = 800)]
struct Call {
    caller: String,
    id: String,
}

#[derive(Table)]
#[table(quota(reads = 30_000))]
#[entities(User, Device)]
struct Devices;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Devices)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 20, item_bytes = 300, reads_per_second = 59_999)]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Devices)]
#[pk(template = "DEVICE#<id>")]
#[sk(template = "STATE")]
#[peak(writes_per_second = 20, item_bytes = 300, reads_per_second = 1)]
struct Device {
    id: String,
}

/// One number raises both quotas.
#[derive(Table)]
#[table(quota = 80_000)]
#[entities(Session)]
struct Sessions;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Sessions)]
#[pk(template = "SESSION#<id>")]
#[sk(template = "SESSION")]
#[peak(writes_per_second = 45_000, item_bytes = 300, reads_per_second = 160_000)]
struct Session {
    id: String,
}
