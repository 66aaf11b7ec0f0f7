// An increment that makes the item does not know what is flattened into it.

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
    #[entity(counter)]
    votes: u64,
    #[serde(flatten)]
    about: About,
}

#[derive(Default, Serialize, Deserialize)]
struct About {
    title: String,
}

fn main() {}
