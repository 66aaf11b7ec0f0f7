//! Orders of tenants, with an index by status.

use std::time::Duration;

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use keywright::{
    Entity, Handle, KeyEnum, Table,
    monitor::{Capacity, HotKey, Monitor},
};
use keywright_local::{Local, Partitions};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "keys_only")]
#[entities(Order)]
pub struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<id>", allow_hot = "the monitor shall see it")]
#[gsi(index = "GSI2", query = by_customer, pk = "CUSTOMER#<customer>", sk = "<id>")]
pub struct Order {
    pub tenant: String,
    pub id: u32,
    pub status: Status,
    pub customer: Option<String>,
    pub note: String,
}

#[derive(Debug, Clone, Copy, PartialEq, KeyEnum, Serialize, Deserialize)]
pub enum Status {
    Open,
    Paid,
}

/// Returns an order with `note` bytes and about 150 more.
pub fn order(tenant: &str, id: u32, status: Status, note: usize) -> Order {
    Order { tenant: tenant.into(), id, status, customer: None, note: "x".repeat(note) }
}

/// Creates the platform with a monitor. The SDK does not retry requests.
pub async fn platform(monitor: &Monitor) -> (Local, Handle<Platform>) {
    let local = Local::builder().answer_inline().partitions(Partitions::default()).start();
    local.open::<Platform>("platform").await.unwrap();
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    (local, Platform::open(client, "platform").monitor(monitor))
}

pub async fn sleep(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

/// Returns the monitor's entry for a key.
pub fn shown(monitor: &Monitor, index: Option<&str>, capacity: Capacity, key: &str) -> Option<HotKey> {
    let is_it = |hot: &HotKey| hot.index == index && hot.capacity == capacity && hot.key == key;
    monitor.snapshot().into_iter().find(is_it)
}

/// Returns the units within the window.
pub fn units(monitor: &Monitor, index: Option<&str>, capacity: Capacity, key: &str) -> f64 {
    shown(monitor, index, capacity, key).map_or(0.0, |hot| hot.units)
}

pub fn is_near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 0.02 * expected
}
