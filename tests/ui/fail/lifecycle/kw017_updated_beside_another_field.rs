// Each update writes the time, and would have to know the state.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<id>")]
#[sk(template = "JOB")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>#<changed:day>", sk = "<changed>")]
struct Job {
    id: u32,
    state: String,
    #[entity(updated)]
    changed: DateTime<Utc>,
}

fn main() {}
