// A refused increment shows the value of the counter.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[sk(template = "VOTES")]
struct Votes {
    poll: String,
    #[entity(counter, sensitive)]
    votes: u64,
}

fn main() {}
