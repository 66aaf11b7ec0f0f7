// The table accepts no unknown shares, so that each entity declares its peak.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_share = "deny")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "PROFILE")]
struct Customer {
    id: String,
}

fn main() {}
