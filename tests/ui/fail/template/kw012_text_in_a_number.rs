// The attribute is a number, and the template writes text.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "device", sk(name = "ts", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "<device>")]
#[sk(template = "READING#<at>")]
struct Reading {
    device: String,
    at: u64,
}

fn main() {}
