//! Tests the access patterns of published single-table designs on the embedded engine.

#![allow(dead_code, reason = "each design's `main` also prints its documents")]

#[path = "../designs/deals.rs"]
mod deals;
#[path = "designs/deals.rs"]
mod deals_patterns;
#[path = "../designs/ecommerce.rs"]
mod ecommerce;
#[path = "designs/ecommerce.rs"]
mod ecommerce_patterns;
#[path = "../designs/session_store.rs"]
mod session_store;
#[path = "designs/session_store.rs"]
mod session_store_patterns;
#[path = "../designs/version_control.rs"]
mod version_control;
#[path = "designs/version_control.rs"]
mod version_control_patterns;

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{Error, Handle, Table};
use keywright_local::Local;

/// Opens the design's table on its own engine, which permutes items with equal keys in indexes.
async fn table<T: Table>() -> (Local, Handle<T>) {
    let local = Local::builder().permute_ties(7).start();
    let handle = local.open::<T>("designs").await.unwrap();
    local.clear_operations();
    (local, handle)
}

/// Returns the positions of the actions that were refused in a transaction.
fn refused(error: &Error) -> Vec<usize> {
    error.cancellations().iter().map(|cancelled| cancelled.position).collect()
}

#[test]
fn the_examples_run() {
    deals::example().unwrap();
    ecommerce::example().unwrap();
    session_store::example().unwrap();
    version_control::example().unwrap();
}

/// Returns an instant this many minutes after noon.
fn at(minutes: i64) -> DateTime<Utc> {
    "2026-06-22T12:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::minutes(minutes)
}
