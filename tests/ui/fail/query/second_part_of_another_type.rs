// The sort key has one part. The second is one error, whatever its type.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
}

fn main() {
    let _ = Order::query("ann").then(1).then(2);
}
