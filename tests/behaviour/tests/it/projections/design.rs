//! A shop whose indexes project all attributes, only the keys, or one attribute.

use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, KeyEnum, Projection, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::time::{hours, noon};

/// The table. GSI1 projects all attributes, GSI2 the keys, and GSI3 the amount.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK", projection = include("amount"))]
#[entities(Order, Customer, Visit, Call, Ticket)]
pub struct Shop;

/// An order. Its names are reserved words of DynamoDB, and serde's names differ from Rust's.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<placed>#<id>", allow_hot = "a test")]
#[gsi(index = "GSI2", query = by_clerk, pk = "CLERK#<clerk>", sk = "<status>#<placed>#<paid>")]
#[gsi(index = "GSI3", query = by_day, pk = "DAY#<placed:day>", sk = "<id>", allow_hot = "a test")]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub customer: String,
    pub id: u32,
    #[serde(rename = "date")]
    pub placed: DateTime<Utc>,
    pub status: Status,
    pub paid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clerk: Option<String>,
    #[serde(rename = "amount")]
    pub total: u64,
    #[serde(rename = "comment")]
    pub notes: String,
}

/// Its texts in keys differ from those that serde writes.
#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    #[key("1-open")]
    Open,
    #[key("2-paid")]
    Paid,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
pub struct Customer {
    pub id: String,
    pub name: String,
}

/// An entity whose table key has only the day of its time.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VISIT#<at:day>", allow_hot = "a test")]
#[sk(template = "VISIT#<user>")]
#[gsi(index = "GSI2", query = by_page, pk = "PAGE#<page>", sk = "<user>")]
pub struct Visit {
    pub user: String,
    pub at: DateTime<Utc>,
    pub page: String,
    pub agent: String,
}

/// An entity in random shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CALL#<at:day>", allow_hot = "a test")]
#[shard(random = 4)]
#[sk(template = "<at>#<id>")]
pub struct Call {
    pub at: DateTime<Utc>,
    pub id: String,
    pub millis: u32,
    pub body: String,
}

/// An entity with some items under an older key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "TICKET#<team>#<id>", query = of_team, legacy(template = "TICKETS#<team>"))]
#[sk(template = "TICKET#<id>")]
pub struct Ticket {
    pub team: String,
    pub id: u32,
    pub title: String,
    pub body: String,
}

#[derive(Debug, Clone, PartialEq, Projection, Deserialize)]
#[projection(of = Order)]
pub struct OrderTotal {
    pub id: u32,
    pub total: u64,
}

/// A projection whose fields have other names for output, and only the entity's names for input.
#[derive(Debug, Clone, PartialEq, Projection, Serialize, Deserialize)]
#[projection(of = Order)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE", deny_unknown_fields)]
pub struct OrderRow {
    #[serde(rename(deserialize = "total"))]
    pub customer: String,
    #[serde(rename = "customer")]
    pub total: u64,
    #[serde(alias = "amount")]
    pub status: Status,
    #[serde(skip)]
    pub seen: bool,
    #[serde(default)]
    pub clerk: Option<String>,
}

pub fn order(id: u32) -> Order {
    Order {
        customer: "ann".into(),
        id,
        placed: hours(i64::from(id)),
        status: Status::Open,
        paid: false,
        clerk: Some("bob".into()),
        total: u64::from(id) * 10,
        notes: "n".repeat(100),
    }
}

pub fn total(id: u32) -> OrderTotal {
    OrderTotal { id, total: u64::from(id) * 10 }
}

pub fn key(order: &Order) -> keywright::Key<Order> {
    Order::key(&order.customer, order.id)
}

pub async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::start();
    let shop = Shop::open(local.client(), "shop");
    shop.create_table().await.unwrap();
    local.clear_operations();
    (local, shop)
}

/// Creates a shop with the orders 1 to `last`.
pub async fn with_orders(last: u32) -> (Local, Handle<Shop>) {
    let (local, shop) = shop().await;
    let orders: Vec<_> = (1..=last).map(order).collect();
    assert!(shop.batch_put(&orders).await.unwrap().is_complete());
    local.clear_operations();
    (local, shop)
}
