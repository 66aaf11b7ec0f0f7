//! A function of serde for a key attribute that may be missing, on the other side of
//! `fail/field/kw020_function_of_a_key_attribute.rs`.

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
    #[serde(with = "chrono::serde::ts_seconds_option", default)]
    #[entity(trunc)]
    closed: Option<DateTime<Utc>>,
}
