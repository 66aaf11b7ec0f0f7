// Each increment would be of another item.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES#<votes>")]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
}

fn main() {}
