// The index holds the owner, and an increment does not know it.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<poll>")]
struct Votes {
    poll: String,
    owner: String,
    #[entity(counter)]
    votes: u64,
}

fn main() {}
