//! A shop with customers and their items, and a hall of sharded readings.

use chrono::{DateTime, Duration, Utc};
use keywright::{Collection, Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::time::noon;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Customer, Order, Vip, Refund, Sale, Return, Post, Note, Reading, Alarm)]
pub struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
#[gsi(index = "GSI1", query = by_region, pk = "REGION#<region>", sk = "CUSTOMER")]
pub struct Customer {
    pub id: String,
    pub region: String,
    pub name: String,
}

/// An order. Its field for the partition key has another name.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<number>")]
#[gsi(index = "GSI1", query = by_region, pk = "REGION#<place>", sk = "ORDER")]
pub struct Order {
    pub number: u32,
    pub customer: String,
    pub place: String,
    pub total: u64,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "VIP#<since>")]
pub struct Vip {
    pub customer: String,
    pub since: DateTime<Utc>,
}

/// An entity that is in no collection.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "REFUND#<number>")]
pub struct Refund {
    pub customer: String,
    pub number: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_customer(id))]
pub enum CustomerItem {
    Customer(Customer),
    Order(Box<Order>),
    Vip(Vip),
}

/// A customer and their items.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query(id))]
pub struct CustomerWithOrders {
    pub customer: Customer,
    pub orders: Vec<Order>,
    pub vip: Option<Vip>,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_region(region), index = "GSI1")]
pub enum RegionItem {
    Customer(Customer),
    Order(Order),
}

/// An entity that is spread over shards by a field that no other one has.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "HALL#<hall>")]
#[shard(hash(id), count = 4)]
#[sk(template = "SALE#<id>")]
pub struct Sale {
    pub hall: u8,
    pub id: u32,
}

/// An entity in random shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "HALL#<of>")]
#[shard(random = 4)]
#[sk(template = "RETURN#<id>")]
pub struct Return {
    pub of: u8,
    pub id: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_hall(hall))]
pub enum HallItem {
    Sale(Sale),
    Return(Return),
}

/// An entity with the field of its bucket at the start of the sort key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "FEED#<feed>#<at:day>", retention = "30d")]
#[sk(template = "<at>#POST#<id>")]
pub struct Post {
    pub feed: String,
    pub at: DateTime<Utc>,
    pub id: u16,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "FEED#<of>#<when:day>", retention = "10d")]
#[sk(template = "<when>#NOTE#<text>")]
pub struct Note {
    pub text: String,
    pub of: String,
    pub when: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_feed(feed))]
pub enum FeedItem {
    Post(Post),
    Note(Note),
}

/// An entity with the field of its bucket not at the start of the sort key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "DEVICE#<device>#<at:day>")]
#[sk(template = "READING#<at:s>#<id>")]
pub struct Reading {
    pub device: u32,
    pub at: DateTime<Utc>,
    pub id: u16,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "DEVICE#<device>#<raised:day>")]
#[sk(template = "ALARM#<raised>")]
pub struct Alarm {
    pub device: u32,
    pub raised: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = of_device(device))]
pub enum DeviceItem {
    Reading(Reading),
    Alarm(Alarm),
}

pub fn customer(id: &str) -> Customer {
    Customer { id: id.into(), region: "north".into(), name: format!("{id}'s name") }
}

pub fn order(customer: &str, number: u32) -> Order {
    Order { number, customer: customer.into(), place: "north".into(), total: u64::from(number) * 100 }
}

pub fn vip(customer: &str, days: i64) -> Vip {
    Vip { customer: customer.into(), since: noon() + Duration::days(days) }
}

pub async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::builder().permute_ties(11).start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    (local, shop)
}

/// Writes Ann, 12 orders and a note, and Anna, whose key begins with Ann's.
pub async fn of_ann(shop: &Handle<Shop>) -> Vec<CustomerItem> {
    shop.put(&customer("ann")).await.unwrap();
    shop.put(&vip("ann", 0)).await.unwrap();
    for number in (1..=12).rev() {
        shop.put(&order("ann", number)).await.unwrap();
    }
    shop.put(&customer("anna")).await.unwrap();
    shop.put(&order("anna", 1)).await.unwrap();
    let orders = (1..=12).map(|number| CustomerItem::Order(Box::new(order("ann", number))));
    let first = CustomerItem::Customer(customer("ann"));
    std::iter::once(first).chain(orders).chain([CustomerItem::Vip(vip("ann", 0))]).collect()
}
