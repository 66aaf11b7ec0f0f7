// Every counter begins at 0.

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
    #[entity(counter = 100)]
    votes: u64,
}

fn main() {}
