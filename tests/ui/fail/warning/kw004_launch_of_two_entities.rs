//! KW004, a warning: two keys of 600 writes/s throttle if they fall on one partition, as they do in a few of a hundred
//! tables of 40 partitions. Each entity alone can be launched at its peak.
#![deny(warnings)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Login, Logout)]
pub struct Events;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Events)]
#[pk(template = "LOGIN")]
#[sk(template = "<id>")]
#[peak(creates = 600, item_bytes = 200)]
pub struct Login {
    pub id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Events)]
#[pk(template = "LOGOUT")]
#[sk(template = "<id>")]
#[peak(creates = 600, item_bytes = 200)]
pub struct Logout {
    pub id: String,
}

fn main() {}
