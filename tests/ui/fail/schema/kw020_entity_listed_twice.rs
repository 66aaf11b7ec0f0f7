// An entity that is compared with itself would collide in every key.

use keywright::{Entity, Schema, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "INVOICE#<id>")]
#[sk(template = "INVOICE")]
struct Invoice {
    id: String,
}

#[derive(Schema)]
#[schema(table = Platform, entities(Invoice, Invoice))]
struct PlatformSchema;

fn main() {}
