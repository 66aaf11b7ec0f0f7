// Few values have no order.

use keywright::{Collection, Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "<state>#ORDER")]
struct Order {
    customer: String,
    state: State,
}

#[derive(Clone, Copy, KeyEnum, Serialize, Deserialize)]
enum State {
    Open,
    Paid,
}

#[derive(Collection)]
#[collection(query = of_customer(customer))]
enum CustomerItem {
    Order(Order),
}

fn main() {
    let _ = CustomerItem::of_customer("ann").between(State::Open..State::Paid);
}
