// An item with `None` has no attribute, because a key is never NULL, and the function does not read a missing one.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Closed", pk = "owner", sk = "closed")]
struct Desk;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Desk)]
#[pk(template = "TICKET#<id>")]
#[sk(template = "TICKET")]
#[gsi(index = "Closed", query = closed_by, pk = "<owner>", sk = "<closed:s>")]
struct Ticket {
    id: u64,
    owner: String,
    #[serde(with = "chrono::serde::ts_seconds_option")]
    #[entity(trunc)]
    closed: Option<DateTime<Utc>>,
}

fn main() {}
