// The index's keys tell `id` and not `total`. `project` needs the SDK, so its bound stands here.

use keywright::{
    Entity, Projection, Table,
    projection::Holds,
    read::{Access, Query},
};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_clerk, pk = "CLERK#<clerk>", sk = "<id>")]
struct Order {
    customer: String,
    id: u32,
    clerk: String,
    total: u64,
    tax: u64,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
struct OrderTotal {
    id: u32,
    total: u64,
}

fn project<A: Access + Holds<OrderTotal>, S>(_query: Query<A, S>) {}

fn main() {
    project(Order::query("ann"));
    project(Order::by_clerk("bob"));
}
