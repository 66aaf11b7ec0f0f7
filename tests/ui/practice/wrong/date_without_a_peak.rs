//! KW003: a date follows the clock as a bucket does, and no peak is declared: a warning.

#![deny(deprecated)]

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<on>")]
#[sk(template = "<id>")]
struct Event {
    on: NaiveDate,
    id: String,
}

fn main() {}
