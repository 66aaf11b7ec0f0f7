// Two entities have fields of the same names that are set together, and one of these is set alone.

mod schema {
    use keywright::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    pub struct Shop;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Shop)]
    #[pk(template = "ORDER#<id>")]
    #[sk(template = "ORDER")]
    #[gsi(index = "GSI1", query = by_status, pk = "ORDERS#<status>#<rank>", sk = "<id>")]
    pub struct Order {
        id: u32,
        status: String,
        rank: u8,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Shop)]
    #[pk(template = "PARCEL#<id>")]
    #[sk(template = "PARCEL")]
    #[gsi(index = "GSI1", query = by_status, pk = "PARCELS#<status>#<rank>", sk = "<id>")]
    pub struct Parcel {
        id: u32,
        status: String,
        rank: u8,
    }
}

use keywright::{Key, update::ItemUpdate};

fn change(key: Key<schema::Parcel>) -> ItemUpdate<schema::Parcel> {
    ItemUpdate::new(key).set(schema::Parcel::RANK, 1_u8)
}

fn main() {}
