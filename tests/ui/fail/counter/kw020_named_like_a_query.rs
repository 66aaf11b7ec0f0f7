// The query and the counter would be one function.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
#[gsi(index = "GSI1", query = votes, pk = "VOTES", sk = "<poll>", allow_hot = "few polls")]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
}

fn main() {}
