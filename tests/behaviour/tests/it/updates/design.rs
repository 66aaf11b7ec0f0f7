//! A shop with items that change.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Item, Key, KeyEnum, Table};
use keywright_local::{Builder, Local};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[entities(Order, Visit, Call)]
pub struct Shop;

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub enum Status {
    Open,
    Paid,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Address {
    pub city: String,
    pub lines: Vec<String>,
}

/// An order, with an index that depends on one field, and a sparse one that depends on two.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop, constants("schema" = "1"))]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>#<customer>", sk = "<id>", shard(random = 4))]
#[gsi(index = "GSI2", query = by_courier, pk = "COURIER#<courier>", sk = "<due>#<id>")]
pub struct Order {
    pub customer: String,
    pub id: u32,
    pub status: Status,
    pub courier: Option<String>,
    pub due: DateTime<Utc>,
    pub cents: u64,
    #[serde(default)]
    pub stars: u8,
    pub weight: Option<f64>,
    pub note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coupon: Option<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default, with = "serde_dynamo::string_set", skip_serializing_if = "BTreeSet::is_empty")]
    pub labels: BTreeSet<String>,
    pub address: Address,
    #[serde(default)]
    pub extra: BTreeMap<String, u32>,
}

/// An entity whose key has its time only in whole seconds.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VISIT#<user>")]
#[sk(template = "VISIT#<at:s>")]
pub struct Visit {
    pub user: String,
    pub at: DateTime<Utc>,
    pub page: String,
    #[serde(default)]
    pub clicks: i32,
}

/// A randomly sharded entity, with a randomly sharded index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CALLS#<agent>")]
#[shard(random = 5)]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_topic, pk = "TOPIC#<topic>", sk = "<at>", shard(random = 3))]
pub struct Call {
    pub agent: String,
    pub at: DateTime<Utc>,
    pub topic: String,
    pub seconds: u32,
}

pub fn order() -> Order {
    Order {
        customer: "ann".into(),
        id: 7,
        status: Status::Open,
        courier: None,
        due: at(0),
        cents: 500,
        stars: 0,
        weight: None,
        note: Some("ring twice".into()),
        coupon: None,
        tags: vec!["new".into()],
        labels: BTreeSet::new(),
        address: Address { city: "Ulm".into(), lines: vec!["Main Street 1".into()] },
        extra: BTreeMap::new(),
    }
}

pub fn key() -> Key<Order> {
    Order::key("ann", 7_u32)
}

pub fn at(milliseconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_782_129_600_000 + milliseconds).unwrap()
}

pub async fn shop() -> (Local, Handle<Shop>) {
    shop_on(Local::builder()).await
}

/// Creates the shop with one order.
pub async fn shop_on(engine: Builder) -> (Local, Handle<Shop>) {
    let local = engine.start();
    let shop = Shop::open(local.client(), "shop");
    shop.create_table().await.unwrap();
    shop.put(&order()).await.unwrap();
    local.clear_operations();
    (local, shop)
}

/// Returns the item under an order's key.
pub async fn stored(shop: &Handle<Shop>, key: Key<Order>) -> Option<Item> {
    let (partition, sort) = {
        let key = key.to_item_key().unwrap();
        (key.partition.to_string(), key.sort.unwrap().to_string())
    };
    let request = shop.client().get_item().table_name(shop.table_name()).consistent_read(true);
    request.key("PK", AttributeValue::S(partition)).key("SK", AttributeValue::S(sort)).send().await.unwrap().item
}

/// Returns the stored order, and checks that the item is as a put would write it.
pub async fn consistent(shop: &Handle<Shop>) -> Order {
    let stored = stored(shop, key()).await.unwrap();
    let order = Order::from_item(stored.clone()).unwrap();
    assert_eq!(whole(stored), whole(order.to_item().unwrap()));
    order
}

/// Removes nulls, which are equivalent to absent attributes, and sorts sets.
pub fn whole(mut item: Item) -> Item {
    item.retain(|_, value| !value.is_null());
    for value in item.values_mut() {
        if let AttributeValue::Ss(texts) = value {
            texts.sort();
        }
    }
    item
}
