// `x%` + `23` and `x` + `25#` would be one key: `x%25%23`.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "RATE#<name>%<code>")]
#[sk(template = "RATE")]
struct Rate {
    name: String,
    code: String,
}

fn main() {}
