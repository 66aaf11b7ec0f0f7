//! Entities with a version.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Key, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

pub use crate::support::stored::items;
pub use crate::support::stored::s;

#[derive(Table)]
#[entities(Order, Visit, Note)]
pub struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
pub struct Order {
    pub id: String,
    pub total: u32,
    #[entity(version)]
    pub version: u64,
}

/// An entity whose key has its time only in whole seconds.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VISIT#<user>")]
#[sk(template = "VISIT#<at:s>")]
pub struct Visit {
    pub user: String,
    pub at: DateTime<Utc>,
    pub page: String,
    #[entity(version)]
    #[serde(rename = "v", skip_serializing_if = "is_zero")]
    pub version: u32,
}

/// An entity with keys of two designs.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "NOTE#<id>", legacy(template = "NOTES"))]
#[sk(template = "<id>")]
pub struct Note {
    pub id: String,
    pub text: String,
    #[entity(version)]
    pub version: i64,
}

fn is_zero(version: &u32) -> bool {
    *version == 0
}

pub fn order(total: u32, version: u64) -> Order {
    Order { id: "o-1".into(), total, version }
}

pub fn key() -> Key<Order> {
    Order::key("o-1")
}

pub fn note(text: &str, version: i64) -> Note {
    Note { id: "n-1".into(), text: text.into(), version }
}

pub async fn platform() -> (Local, Handle<Platform>) {
    let local = Local::start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    local.clear_operations();
    (local, platform)
}

pub async fn stored(platform: &Handle<Platform>) -> Option<Order> {
    platform.get(key()).consistent().await.unwrap()
}

/// Writes an item as another program would.
pub async fn put_item(platform: &Handle<Platform>, attributes: &[(&str, AttributeValue)]) {
    let item = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
}

pub fn n(number: u64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}
