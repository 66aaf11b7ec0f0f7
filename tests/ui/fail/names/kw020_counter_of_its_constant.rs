// The counter's function and its constant would be one item of `Votes`.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
#[allow(non_snake_case)]
struct Votes {
    poll: String,
    #[entity(counter)]
    VOTES: u64,
}

fn main() {}
