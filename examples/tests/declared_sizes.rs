//! Compares the declared `item_bytes` of the examples with their items.

#![allow(dead_code, unreachable_pub, reason = "the examples also read and write")]

#[path = "../designs/deals.rs"]
mod deals;
#[path = "../flights/file.rs"]
mod file;
#[path = "../platform.rs"]
mod platform;
#[path = "../flights/schema.rs"]
mod schema;

use chrono::{DateTime, Utc};
use keywright::{Entity, client::item_bytes};

/// Checks that the largest item fits into the declared bytes, and uses at least half of them.
fn check<E: Entity + serde::Serialize>(items: &[E]) {
    let sizes = items.iter().map(|item| item_bytes(&item.to_item().unwrap()));
    let (declared, largest) = (E::SCHEMA.item_bytes().unwrap(), sizes.max().unwrap());
    let fits = largest <= declared && 2 * largest >= declared;
    assert!(fits, "{}: the largest item has {largest} bytes, declared are {declared}", E::SCHEMA.name);
}

#[test]
fn departures_have_their_declared_size() {
    check(&file::File::read().unwrap().departures);
}

#[test]
fn deals_with_a_long_title_have_their_declared_size() {
    let (brand, category) = ("Wholesome Pantry".to_owned(), "Household supplies".to_owned());
    let (id, title) = ("2mMPHAUKNhBsgWaCMTABaUoHjtu".to_owned(), "Paper towels, 12 rolls at the price of 8".to_owned());
    check(&[deals::schema::Deal { id, created_at: at(), title, brand, category, cents: 1_599 }]);
}

#[test]
fn logs_of_the_platform_have_their_declared_size() {
    let (call_id, agent) = ("018f6e3c-4b7a-7c1e-9a52-5d1f3b8c7e60".to_owned(), "scout".repeat(60));
    let severity = platform::Severity::Critical;
    check(&[platform::OpsLog { at: at(), call_id, agent, severity, latency_ms: 12_345 }]);
}

fn at() -> DateTime<Utc> {
    "2026-06-22T14:05:07.123456789Z".parse().unwrap()
}
