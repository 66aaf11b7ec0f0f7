// A flattened field stands for many attributes, and none of them has its name.

use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<rest>")]
#[sk(template = "<id>")]
struct Threat {
    id: String,
    #[serde(flatten)]
    rest: Attributes,
}

fn main() {}
