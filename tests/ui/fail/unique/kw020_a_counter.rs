// An increment knows no other item's value.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
struct Votes {
    poll: String,
    #[entity(counter, unique)]
    votes: u64,
}

fn main() {}
