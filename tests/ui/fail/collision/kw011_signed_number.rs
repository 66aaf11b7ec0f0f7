// A change of -7 has the key of the seventh note. With an unsigned `change`, this compiles.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Change, Note)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ACCOUNT#<account>")]
#[sk(template = "A<change:plain>")]
struct Change {
    account: String,
    change: i64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ACCOUNT#<account>")]
#[sk(template = "A-<number:plain>")]
struct Note {
    account: String,
    number: u64,
}

fn main() {}
