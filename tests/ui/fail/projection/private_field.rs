// What a module hides of an entity, a projection elsewhere does not show.

use keywright::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
    total: u64,
}

mod stock {
    use keywright::Entity;
    use serde::{Deserialize, Serialize};

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = super::Shop)]
    #[pk(template = "ITEM#<id>")]
    #[sk(template = "ITEM")]
    pub struct Item {
        id: String,
        price: u64,
    }
}

#[derive(Projection, Deserialize)]
#[projection(of = stock::Item)]
struct Price {
    price: u64,
}

fn main() {}
