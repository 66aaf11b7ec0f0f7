// Bytes have no text to stand between other parts of a key.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BLOB#<digest>")]
#[sk(template = "BLOB")]
struct Blob {
    digest: keywright::key::Bytes,
}

fn main() {}
