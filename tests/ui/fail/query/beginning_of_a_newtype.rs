// The newtype of a number has no text.

use keywright::{Entity, KeyField, Table};

#[derive(Table)]
struct Shop;

#[derive(Debug, Clone, KeyField, serde::Serialize, serde::Deserialize)]
struct OrderId(u64);

#[derive(Entity, serde::Serialize, serde::Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: OrderId,
}

fn main() {
    let _ = Order::query("ann").begins_with("1");
}
