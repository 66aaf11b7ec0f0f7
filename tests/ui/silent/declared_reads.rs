//! Declared reads that a partition serves exactly. The cases beyond the limit are `fail/peak/kw022_*`.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Call)]
struct Platform;

#[derive(Table)]
#[entities(Consistent)]
struct Strict;

/// Beside the other users, the most frequent one has a partition of its own once it has split.
#[derive(Table)]
#[table(launch = "gradual")]
#[entities(User)]
struct Users;

/// 500 queries of 4.5 RCU, and 1,500 reads of 0.5 RCU: 3,000 RCU/s.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(creates = 50, item_bytes = 700, reads(queries = 500, items = 50, gets = 1_500))]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Strict)]
#[pk(template = "CONSISTENT#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(creates = 50, item_bytes = 700, reads(queries = 500, items = 50, gets = 500, consistent = 0.2))]
struct Consistent {
    at: DateTime<Utc>,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Users)]
#[pk(template = "USER#<user>")]
#[sk(template = "<id>")]
#[peak(creates = 50, item_bytes = 700, top_share = 0.2, reads(gets = 60_000, top_share = 0.1))]
struct User {
    user: String,
    id: String,
}

#[derive(Table)]
#[entities(Visit, Alarm)]
struct Days;

/// The reads of two entities by one key: 3,000 RCU/s.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Days)]
#[pk(template = "DAY#<at:day>")]
#[sk(template = "VISIT#<id>")]
#[peak(creates = 50, item_bytes = 700, reads(gets = 4_000))]
struct Visit {
    at: DateTime<Utc>,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Days)]
#[pk(template = "DAY#<at:day>")]
#[sk(template = "ALARM#<id>")]
#[peak(creates = 100, item_bytes = 700, reads(gets = 2_000))]
struct Alarm {
    at: DateTime<Utc>,
    id: String,
}

#[derive(Table)]
#[entities(Reading)]
struct Readings;

/// Two lanes of a new day serve 1,400 RCU/s each, and one partition both. `fail/warning/kw022_lanes_of_a_new_day`
/// is about more.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "READINGS#<at:day>")]
#[shard(random = 2)]
#[sk(template = "<at>#<id>")]
#[peak(creates = 50, item_bytes = 400, reads(queries = 2_800, items = 1))]
struct Reading {
    at: DateTime<Utc>,
    id: String,
}
