// `Invoice` is stored in `Billing`: a list for `Platform` cannot hold it.

use keywright::{Entity, Schema, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Table)]
struct Billing;

mod billing {
    use super::*;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Billing)]
    #[pk(template = "INVOICE#<id>")]
    #[sk(template = "INVOICE")]
    pub struct Invoice {
        id: String,
    }
}

#[derive(Schema)]
#[schema(table = Platform, entities(billing::Invoice))]
struct PlatformSchema;

fn main() {}
