// The template says `:month`, and `bucket` says `day`.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<at:month>", bucket = "day")]
#[shard(random = 4)]
#[sk(template = "<id>")]
struct User {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
