// Braces are text: all orders of a tenant would have one key and overwrite each other.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "ORDER#{id}")]
struct Order {
    tenant: String,
    id: String,
}

fn main() {}
