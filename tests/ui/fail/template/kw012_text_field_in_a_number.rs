// The attribute is a number, and the field a text.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "<device>")]
#[sk(template = "<ts>")]
struct Reading {
    device: String,
    ts: String,
}

fn main() {}
