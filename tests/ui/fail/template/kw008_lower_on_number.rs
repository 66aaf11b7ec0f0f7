// A number has no case.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SEAT#<row:lower>")]
#[sk(template = "SEAT")]
struct Seat {
    row: u16,
}

fn main() {}
