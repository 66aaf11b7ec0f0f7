// `status` and `rank` are set together by `Order::STATUS_AND_RANK`, which is the field's own constant.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>#<rank>", sk = "<id>")]
#[serde(rename_all = "camelCase")]
struct Order {
    id: String,
    status: String,
    rank: u32,
    status_and_rank: String,
}

fn change(key: Key<Order>) -> ItemUpdate<Order> {
    ItemUpdate::new(key).set(Order::STATUS_AND_RANK, "first")
}

fn main() {}
