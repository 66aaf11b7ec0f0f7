// An item would be read with another time than that of its key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "device", sk = "at")]
struct Readings;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Readings)]
#[pk(template = "<device>")]
#[sk(template = "<at>")]
struct Reading {
    device: String,
    #[serde(with = "chrono::serde::ts_seconds")]
    at: DateTime<Utc>,
}

fn main() {}
