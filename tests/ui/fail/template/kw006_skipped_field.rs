// serde does not write the field, so an item does not hold what its key says.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "<id>")]
struct Threat {
    #[serde(skip)]
    brand: String,
    id: String,
}

fn main() {}
