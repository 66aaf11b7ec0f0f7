//! A shop with an entity of every kind that transactions treat differently.

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::stored::items;
pub use crate::support::time::noon;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Order, Cart, Stock, Log, Visit)]
pub struct Shop;

/// A plain entity with an index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>#<customer>", sk = "<id>")]
pub struct Order {
    pub customer: String,
    pub id: u32,
    pub status: String,
    pub note: String,
}

/// A plain entity.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "CART")]
pub struct Cart {
    pub customer: String,
    pub lines: Vec<String>,
}

/// A plain entity, for checks.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "STOCK#<article>")]
#[sk(template = "STOCK")]
pub struct Stock {
    pub article: String,
    pub pieces: u32,
}

/// A randomly sharded entity.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "LOG#<at>", bucket = "day")]
#[shard(random = 4)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 1_000, item_bytes = 300)]
pub struct Log {
    pub at: DateTime<Utc>,
    pub id: String,
    pub text: String,
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
}

pub fn order(id: u32) -> Order {
    Order { customer: "ann".into(), id, status: "open".into(), note: String::new() }
}

pub fn cart(customer: &str) -> Cart {
    Cart { customer: customer.into(), lines: vec!["pen".into()] }
}

pub fn stock(article: &str, pieces: u32) -> Stock {
    Stock { article: article.into(), pieces }
}

pub fn log(id: &str) -> Log {
    Log { at: noon(), id: id.into(), text: "order taken".into() }
}

pub fn visit(millis: i64, page: &str) -> Visit {
    Visit { user: "ann".into(), at: noon() + TimeDelta::milliseconds(millis), page: page.into() }
}

/// Creates the shop's table on its own engine.
pub async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::builder().answer_inline().start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    local.clear_operations();
    (local, shop)
}

/// Returns the partition and sort keys in the table, in order.
pub async fn keys<T: Table>(table: &Handle<T>) -> Vec<String> {
    let text = |item: &Item, name: &str| item[name].as_s().unwrap().clone();
    let mut keys: Vec<_> =
        items(table).await.iter().map(|item| format!("{} / {}", text(item, "PK"), text(item, "SK"))).collect();
    keys.sort();
    keys
}
