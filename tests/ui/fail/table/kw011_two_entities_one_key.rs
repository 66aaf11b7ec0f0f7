// A note of the kind "ALERT" and a threat could be one item. The second of the two is marked in the list.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Threat, notes::Note)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BRAND#<brand>")]
#[sk(template = "ALERT#<id>")]
struct Threat {
    brand: String,
    id: String,
}

mod notes {
    use super::*;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "BRAND#<brand>")]
    #[sk(template = "<kind>#<id>")]
    pub struct Note {
        brand: String,
        kind: String,
        id: String,
    }
}

fn main() {}
