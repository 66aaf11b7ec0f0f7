// The index holds the keys: no customer can be read from it.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
#[gsi(index = "GSI1", query = by_region, pk = "REGION#<region>", sk = "CUSTOMER")]
#[gsi(index = "GSI2", query = by_name, pk = "NAME#<name>", sk = "CUSTOMER")]
struct Customer {
    id: String,
    region: String,
    name: String,
}

#[derive(Collection)]
#[collection(query = of_name(name), index = "GSI2")]
enum NameItem {
    Customer(Customer),
}

fn main() {}
