// The sort key repeats a field of the partition key, so that each key has one item. Shards cannot divide it.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "PK", sk = "SK", undeclared_share = "deny")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PRICE#<region>#<product>")]
#[sk(template = "REGION#<region>")]
#[peak(updates = 5_000, item_bytes = 700)]
struct Price {
    region: String,
    product: u32,
}

fn main() {}
