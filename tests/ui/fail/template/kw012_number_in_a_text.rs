// The field is the attribute itself, which is text, and the field a number.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "device", sk = "ts")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "<device>")]
#[sk(template = "<ts>")]
struct Reading {
    device: String,
    ts: u64,
}

fn main() {}
