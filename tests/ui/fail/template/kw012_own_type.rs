// A type of the user's own says how it stands in a key, or does not stand in one.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BRAND#<id>")]
#[sk(template = "BRAND")]
struct Brand {
    id: BrandId,
}

#[derive(Serialize, Deserialize)]
struct BrandId(String);

fn main() {}
