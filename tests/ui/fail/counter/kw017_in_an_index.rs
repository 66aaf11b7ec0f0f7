// The index would go on to say the old number.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
#[gsi(index = "GSI1", query = most_voted, pk = "POLL#<poll>", sk = "<votes>")]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
}

fn main() {}
