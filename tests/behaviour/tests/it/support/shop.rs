//! A table, and checks of error messages.

use chrono::{DateTime, Utc};
use keywright::{Attributes, Entity, Error, Handle, KeyEnum, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::time::noon;

/// A table of shops.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order, Click, Count, Wide)]
pub struct Shop;

/// A plain entity with a sparse index.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "SHOP#<shop>")]
#[sk(template = "ORDER#<at>#<id>")]
#[gsi(index = "GSI1", query = by_clerk, pk = "CLERK#<clerk>", sk = "<at>#<id>")]
pub struct Order {
    pub shop: String,
    pub at: DateTime<Utc>,
    pub id: String,
    pub clerk: Option<String>,
    pub state: State,
    pub total: f64,
    #[serde(flatten)]
    pub others: Attributes,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub enum State {
    Open,
    Paid,
}

/// An entity with daily buckets.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CLICK#<at:day>", allow_hot = "a test")]
#[sk(template = "CLICK#<at>#<id>")]
pub struct Click {
    pub at: DateTime<Utc>,
    pub id: String,
}

/// An entity with signed and unsigned integers in its keys.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "COUNT#<of>")]
#[sk(template = "<value>#<rest:w8>")]
pub struct Count {
    pub of: i64,
    pub value: i64,
    pub rest: u64,
}

/// An entity that is larger than an item can be.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "WIDE#<number>")]
#[sk(template = "WIDE")]
pub struct Wide {
    pub number: u128,
}

pub fn order(id: &str) -> Order {
    Order {
        shop: "s".into(),
        at: noon(),
        id: id.into(),
        clerk: None,
        state: State::Open,
        total: 1.5,
        others: Attributes::new(),
    }
}

pub async fn shop() -> (Local, Handle<Shop>) {
    let local = Local::start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    local.clear_operations();
    (local, shop)
}

/// Checks that an error's message contains all of these parts.
pub fn assert_message_contains(error: &Error, parts: &[&str]) {
    let text = error.to_string();
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in: {text}");
    }
}
