// An increment that makes the item knows no title.

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
    title: String,
    #[entity(counter)]
    votes: u64,
}

fn main() {}
