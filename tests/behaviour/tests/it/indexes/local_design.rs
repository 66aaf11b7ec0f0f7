//! Orders and notes of a tenant, with other sort orders in local indexes.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::{Builder, Local};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_amount", sk(name = "amount", type = "N"))]
#[lsi(name = "LSI2", sk = "LSI2SK", projection = "keys_only")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order, Note, Event)]
pub struct Shop;

/// An order. Its amount is the key of a local index; it is in another index if it has a coupon.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "ORDER#<id>")]
#[lsi(index = "by_amount", query = by_amount, sk = "<amount>")]
#[lsi(index = "LSI2", query = by_coupon, sk = "COUPON#<coupon>#<id>")]
pub struct Order {
    pub tenant: String,
    pub id: String,
    pub amount: i64,
    pub coupon: Option<String>,
}

/// A note in the same collection, and in the same local index under other sort keys.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "NOTE#<id>")]
#[lsi(index = "LSI2", query = by_author, sk = "COUPON#<author>#<id>")]
pub struct Note {
    pub tenant: String,
    pub id: String,
    pub author: String,
    pub amount: i64,
}

/// An entity with buckets, random shards and an older key, which all apply to the local index too.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "EVENT#<at:day>", legacy(template = "EVENTS"), retention = "30d")]
#[shard(random = 3)]
#[sk(template = "<at>#<id>")]
#[lsi(index = "LSI2", query = by_level, sk = "LEVEL#<level>#<id>")]
pub struct Event {
    pub at: DateTime<Utc>,
    pub id: String,
    pub level: u8,
}

pub fn order(number: i64) -> Order {
    let coupon = (number % 3 == 0).then(|| format!("c-{}", number % 2));
    Order { tenant: "acme".into(), id: format!("o-{number:02}"), amount: (number * 7) % 40 - 10, coupon }
}

pub fn note(number: i64) -> Note {
    Note { tenant: "acme".into(), id: format!("n-{number:02}"), author: "c-0".into(), amount: number }
}

pub fn event(number: i64) -> Event {
    let at = DateTime::from_timestamp(1_782_086_400, 0).unwrap() + TimeDelta::hours(number);
    Event { at, id: format!("e-{number:03}"), level: (number % 4) as u8 }
}

pub async fn shop() -> (Local, Handle<Shop>) {
    shop_on(Local::builder()).await
}

pub async fn shop_on(builder: Builder) -> (Local, Handle<Shop>) {
    let local = builder.start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    (local, shop)
}
