// Without a sort key, a constant partition key is one item: there is nothing to hash for a shard.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(sk = none)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SETTINGS")]
struct Settings {
    theme: String,
}

fn main() {}
