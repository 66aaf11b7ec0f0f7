// Both groups would be the constant `Order::A_AND_B_AND_C`.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = by_a, pk = "A#<a>#<b_and_c>", sk = "<id>")]
#[gsi(index = "GSI2", query = by_c, pk = "C#<a_and_b>#<c>", sk = "<id>")]
struct Order {
    id: String,
    a: String,
    b_and_c: String,
    a_and_b: String,
    c: String,
}

fn main() {}
