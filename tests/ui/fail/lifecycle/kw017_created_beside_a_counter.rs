// An increment would write the key of the index, and does not know when the item was made.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
#[gsi(index = "GSI1", query = by_age, pk = "POLLS#<poll>", sk = "<made>")]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
    #[entity(created)]
    made: Option<DateTime<Utc>>,
}

fn main() {}
