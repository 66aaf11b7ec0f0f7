//! A table before and after it got an index, and its items.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use keywright::{Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::stored::requests;
pub use crate::support::stored::{s, text};

/// The earlier version.
pub mod earlier {
    use super::*;

    #[derive(Table)]
    #[entities(Order, Note)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "ORDER#<id>")]
    pub struct Order {
        pub customer: String,
        pub id: u32,
        pub at: DateTime<Utc>,
        pub product: Option<String>,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "NOTE#<id>")]
    pub struct Note {
        pub customer: String,
        pub id: u32,
        pub product: String,
    }
}

/// The current version.
#[derive(Table)]
#[allow(clippy::duplicated_attributes, reason = "two indexes share an attribute")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Order, Note)]
pub struct Platform;

/// An order. Both indexes have it with one sort key, but without a product it is only in the second one.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform, constants("form" = "2"))]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_product, pk = "PRODUCT#<product>", sk = "<at>#<id>")]
#[gsi(index = "GSI2", query = by_month, pk = "ORDERS#<at:month>", sk = "<at>#<id>", allow_hot = "a test")]
pub struct Order {
    pub customer: String,
    pub id: u32,
    pub at: DateTime<Utc>,
    pub product: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "NOTE#<id>")]
#[gsi(index = "GSI1", query = by_product, pk = "PRODUCT#<product>", sk = "NOTE#<id>")]
pub struct Note {
    pub customer: String,
    pub id: u32,
    pub product: String,
}

pub const ORDERS: u32 = 300;

pub fn at(id: u32) -> DateTime<Utc> {
    "2026-06-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + Duration::minutes(id.into())
}

/// Returns an order. Every tenth has no product.
pub fn order(id: u32) -> Order {
    let product = (!id.is_multiple_of(10)).then(|| "pump".to_owned());
    Order { customer: format!("c{}", id % 7), id, at: at(id), product }
}

/// Returns the current table, with 300 orders and 30 notes of an earlier program. Requests are answered while they are
/// polled, so that a paused clock advances only by the waits of the backfill.
pub async fn written_earlier() -> (Local, Handle<Platform>) {
    let local = Local::builder().answer_inline().permute_ties(3).start();
    let today = local.open::<Platform>("platform").await.unwrap();
    let before = earlier::Platform::open(local.client(), "platform");
    let orders: Vec<_> = (0..ORDERS).map(order).collect();
    let orders: Vec<_> = orders
        .into_iter()
        .map(|Order { customer, id, at, product }| earlier::Order { customer, id, at, product })
        .collect();
    assert!(before.batch_put(&orders).await.unwrap().is_complete());
    for id in 0..30 {
        let note = earlier::Note { customer: format!("c{}", id % 7), id, product: "pump".into() };
        before.put(&note).await.unwrap();
    }
    local.clear_operations();
    (local, today)
}

/// Returns all items of the table by their keys.
pub async fn stored<T: Table>(table: &Handle<T>) -> BTreeMap<(String, String), Item> {
    in_order(table).await.into_iter().map(|item| ((text(&item, "PK"), text(&item, "SK")), item)).collect()
}

/// Returns all items of the table in the order of a scan of one segment.
pub async fn in_order<T: Table>(table: &Handle<T>) -> Vec<Item> {
    let scan = table.client().scan().table_name(table.table_name()).segment(0).total_segments(1);
    scan.into_paginator().items().send().collect::<Result<_, _>>().await.unwrap()
}

/// Returns the orders that the index finds, in its order.
pub async fn found(platform: &Handle<Platform>) -> Vec<Order> {
    Order::by_product("pump").limit(1_000).send(platform).await.unwrap().items
}

/// Returns the orders that the index should find.
pub fn with_product() -> Vec<Order> {
    (0..ORDERS).map(order).filter(|order| order.product.is_some()).collect()
}
