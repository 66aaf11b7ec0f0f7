//! A table with entities of every kind of key, and its items.

use chrono::{DateTime, Duration, Utc};
use keywright::{Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::stored::items as stored;
pub use crate::support::stored::requests;
pub use crate::support::stored::s;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[entities(Order, Note, Log, Visit, Votes)]
pub struct Platform;

/// An order with a plain key, in both indexes. It is in the first one only with a product.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_product, pk = "PRODUCT#<product>", sk = "<state>#<id>")]
#[gsi(index = "GSI2", query = by_customer, pk = "OF#<customer>", sk = "<id>")]
pub struct Order {
    pub customer: String,
    pub id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    pub state: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "NOTE#<id>")]
pub struct Note {
    pub customer: String,
    pub id: u32,
}

/// An entity in random shards, with an index that is sharded by the table key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[shard(random = 4)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_level, pk = "LEVEL#<level>", sk = "<at>#<id>", shard(random = 3))]
pub struct Log {
    pub at: DateTime<Utc>,
    pub id: u32,
    pub level: String,
}

/// An entity that had another partition key earlier.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VISIT#<user>#<at:month>", legacy(template = "VISITS#<user>"))]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_region, pk = "REGION#<region>", sk = "<at>#<user>")]
pub struct Visit {
    pub user: String,
    pub at: DateTime<Utc>,
    pub region: String,
    pub page: String,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 5)]
#[sk(template = "COUNT")]
pub struct Votes {
    pub poll: String,
    #[entity(counter)]
    pub votes: u64,
    pub label: Option<String>,
}

pub fn at(minutes: u32) -> DateTime<Utc> {
    "2026-06-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + Duration::minutes(minutes.into())
}

/// Returns an order. Every fifth has no product.
pub fn order(id: u32) -> Order {
    let product = (!id.is_multiple_of(5)).then(|| "pump".to_owned());
    Order { customer: format!("c{}", id % 7), id, product, state: "open".into() }
}

pub fn log(id: u32) -> Log {
    Log { at: at(id * 60), id, level: "low".into() }
}

/// Creates a table on this engine with this many orders, half as many notes, and as many logs.
pub async fn filled(local: &Local, orders: u32) -> Handle<Platform> {
    let platform = local.open::<Platform>("platform").await.unwrap();
    let all: Vec<_> = (0..orders).map(order).collect();
    assert!(platform.batch_put(&all).await.unwrap().is_complete());
    let notes: Vec<_> = (0..orders / 2).map(|id| Note { customer: format!("c{}", id % 7), id }).collect();
    assert!(platform.batch_put(&notes).await.unwrap().is_complete());
    let logs: Vec<_> = (0..orders / 2).map(log).collect();
    assert!(platform.batch_put(&logs).await.unwrap().is_complete());
    local.clear_operations();
    platform
}

/// Answers requests while they are polled, so that a paused clock advances only by intended waits.
pub fn inline() -> Local {
    Local::builder().answer_inline().start()
}

pub fn ids(orders: &[Order]) -> Vec<u32> {
    let mut ids: Vec<u32> = orders.iter().map(|order| order.id).collect();
    ids.sort_unstable();
    ids
}

pub async fn put_raw(platform: &Handle<Platform>, item: Item) {
    platform.client().put_item().table_name(platform.table_name()).set_item(Some(item)).send().await.unwrap();
}

/// Returns the orders of the table as whole items. Checks that their index keys are right.
pub async fn checked_orders(platform: &Handle<Platform>) -> Vec<Order> {
    let mut orders = Vec::new();
    for item in stored(platform).await.into_iter().filter(|item| item.get("_et") == Some(&s("Order"))) {
        let order = Order::from_item(item.clone()).unwrap();
        assert_eq!(order.to_item().unwrap(), item);
        orders.push(order);
    }
    orders.sort_by_key(|order| order.id);
    orders
}

/// Closes an open order, and leaves others as they are.
pub fn closed(order: Order) -> Option<Order> {
    (order.state == "open").then(|| Order { state: "closed".into(), ..order })
}
