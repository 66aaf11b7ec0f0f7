// The item holds all of the time in an attribute of its own: there is nothing to cut off.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DEVICE#<device>")]
#[sk(template = "READING#<at:ms>")]
struct Reading {
    device: String,
    #[entity(trunc)]
    at: DateTime<Utc>,
}

fn main() {}
