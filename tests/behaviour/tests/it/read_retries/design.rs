//! A table with a partition key for each item, and an entity with shards to search.

use std::time::Duration;

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::wire::{Fate, Wire};

pub use crate::support::time::millis;

#[derive(Table)]
#[entities(Order, Call)]
pub struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
pub struct Order {
    pub customer: String,
    pub id: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<line>")]
#[shard(random = 8)]
#[sk(template = "CALL#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
pub struct Call {
    pub line: String,
    pub id: String,
}

pub const THROTTLED: Fate = Fate::Refused(400, "ProvisionedThroughputExceededException");

pub fn order(customer: &str) -> Order {
    Order { customer: customer.into(), id: 7 }
}

/// Opens the table behind a wire without an engine, where only the paused clock advances.
pub fn made_up(judge: impl Fn(&str, usize) -> (Duration, Fate) + Send + Sync + 'static) -> (Wire, Handle<Platform>) {
    let wire = Wire::new(None, judge);
    let config = Local::start().config().http_client(wire.clone());
    (wire, Platform::open(Client::from_conf(config.build()), "platform"))
}

/// Opens the table on its own engine, behind a wire.
pub async fn real(
    retries: RetryConfig,
    judge: impl Fn(&str, usize) -> (Duration, Fate) + Send + Sync + 'static,
) -> (Local, Wire, Handle<Platform>) {
    let local = Local::builder().answer_inline().start();
    Platform::open(local.client(), "platform").create_table().await.unwrap();
    let wire = Wire::new(Some(local.http_client()), judge);
    let config = local.config().http_client(wire.clone()).retry_config(retries);
    local.clear_operations();
    (local, wire, Platform::open(Client::from_conf(config.build()), "platform"))
}
