// Floating-point numbers have neither one text for each value nor an order of bytes.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SENSOR#<id>")]
#[sk(template = "<celsius>")]
struct Reading {
    id: String,
    celsius: f64,
}

fn main() {}
