//! A shop with an entity for every kind of call. Customers' names and clerks are sensitive.

use keywright::{Collection, Entity, Handle, Projection, Table};
use keywright_local::{Local, Throttle};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[entities(Customer, Order, Visit, Clicks, Member)]
pub struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
pub struct Customer {
    #[entity(sensitive)]
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_clerk, pk = "CLERK#<clerk>", sk = "<id>")]
#[gsi(index = "GSI2", query = by_region, pk = "REGION#<region>", sk = "<id>")]
pub struct Order {
    #[entity(sensitive)]
    pub customer: String,
    pub id: u32,
    #[entity(sensitive)]
    pub clerk: String,
    pub region: String,
    pub total: u64,
}

#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]
#[projection(of = Order)]
pub struct OrderTotal {
    pub total: u64,
}

/// A customer and their items, one by one.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = account(id))]
pub enum AccountItem {
    Customer(Customer),
    Order(Order),
}

/// The customer with all orders, as one value.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = whole(id))]
pub struct Account {
    pub customer: Customer,
    pub orders: Vec<Order>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VISIT#<page>")]
#[shard(random = 3)]
#[sk(template = "VISIT#<id>")]
pub struct Visit {
    #[entity(sensitive)]
    pub page: String,
    pub id: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CLICKS#<page>")]
#[shard(random = 3)]
#[sk(template = "CLICKS")]
pub struct Clicks {
    #[entity(sensitive)]
    pub page: String,
    #[entity(counter)]
    pub clicks: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "MEMBER#<id>")]
#[sk(template = "MEMBER")]
pub struct Member {
    pub id: u32,
    #[entity(unique, sensitive)]
    pub email: String,
}

/// The prefix of each sensitive value.
pub const SECRET: &str = "s3cret";

pub fn secret(value: &str) -> String {
    format!("{SECRET}-{value}")
}

pub fn customer(id: &str) -> Customer {
    Customer { id: secret(id), name: "a name".into() }
}

pub fn order(id: u32) -> Order {
    Order { customer: secret("ann"), id, clerk: secret("bob"), region: "north".into(), total: 100 }
}

pub fn visit(id: u32) -> Visit {
    Visit { page: secret("home"), id }
}

pub fn member(id: u32) -> Member {
    Member { id, email: secret(&format!("{id}@example.com")) }
}

pub fn ann(id: u32) -> keywright::Key<Order> {
    Order::key(secret("ann"), id)
}

/// Creates the shop on its own engine, with a customer, 4 orders and 4 visits.
pub async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::builder().answer_inline().start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    shop.put(&customer("ann")).await.unwrap();
    for id in 0..4 {
        shop.put(&order(id)).await.unwrap();
        shop.put(&visit(id)).await.unwrap();
    }
    local.clear_operations();
    (local, shop)
}

/// Returns a throttle for a hot key range of the table.
pub fn throttle() -> Throttle {
    let reason = "TableReadKeyRangeThroughputExceeded";
    let throttle = Throttle::provisioned_throughput_exceeded();
    throttle.reason(reason, "arn:aws:dynamodb:us-east-1:1:table/shop")
}
