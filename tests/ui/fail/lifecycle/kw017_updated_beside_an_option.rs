// An increment sets `updated`, and with it a key whose other field it does not know.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
#[gsi(index = "GSI1", query = by_topic, pk = "TOPIC#<topic>", sk = "<updated>")]
struct Votes {
    poll: String,
    topic: Option<String>,
    #[entity(counter)]
    votes: u64,
    #[entity(updated)]
    updated: Option<DateTime<Utc>>,
}

fn main() {}
