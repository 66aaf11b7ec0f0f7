//! Declares a table that uses every feature of a single table.

#![allow(dead_code, reason = "the types are documented, and nothing is read by them")]

use chrono::{DateTime, Utc};
use keywright::{Collection, Entity, KeyEnum, Projection, Table};
use keywright_tools::access_patterns::{AccessPatterns, Prices, access_patterns};
use serde::{Deserialize, Serialize};

/// A shop.
#[derive(Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[gsi(name = "ByState", pk("state", "region"), sk((name = "cents", type = "N"), "id"), projection = include("note"))]
#[lsi(name = "ByPlaced", sk = "placed", projection = "all")]
#[entities(Customer, Order, Invoice, Basket, Log, Votes)]
pub(crate) struct Shop;

/// A customer.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
#[gsi(index = "GSI1", query = by_name, pk = "NAME#<name>", sk = "<id>")]
#[peak(writes_per_second = 10, item_bytes = 1_500, reads_per_second = 400)]
pub(crate) struct Customer {
    id: String,
    #[entity(sensitive)]
    name: String,
    /// Where `news` go.
    #[entity(unique)]
    email: String,
    #[entity(version)]
    version: u64,
    #[entity(created)]
    since: Option<DateTime<Utc>>,
    #[entity(updated)]
    seen: Option<DateTime<Utc>>,
}

/// An order.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "ByState", query = by_state, pk("<state>", "<region>"), sk("<cents>", "<id>"))]
#[lsi(index = "ByPlaced", query = by_placed, sk = "<placed>")]
#[gsi(index = "GSI1", query = of_courier, pk = "COURIER#<courier>", sk = "<id>")]
pub(crate) struct Order {
    customer: String,
    id: String,
    state: State,
    region: String,
    cents: u64,
    placed: String,
    courier: Option<String>,
    note: String,
}

#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
pub(crate) enum State {
    Open,
    Paid,
}

/// An invoice.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, constants("form" = "2"))]
#[pk(template = "INVOICE#<id>", legacy(template = "I#<id>", shards = 3), legacy(template = "INV#<id>"))]
#[sk(template = "INVOICE#<number>")]
pub(crate) struct Invoice {
    id: String,
    number: u32,
}

/// A basket.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, may_overlap = "ids of baskets are numbers")]
#[pk(template = "BASKET#<id>")]
#[sk(template = "<day:day>")]
pub(crate) struct Basket {
    #[entity(key_only)]
    id: String,
    day: DateTime<Utc>,
    #[entity(ttl)]
    expires_at: DateTime<Utc>,
}

/// A line of the log.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "LOG#<at:day>")]
#[shard(random = 10)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 100, item_bytes = 100)]
pub(crate) struct Log {
    at: DateTime<Utc>,
    id: String,
}

/// Votes.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 10)]
#[sk(template = "VOTES")]
pub(crate) struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
}

/// A customer's items.
#[derive(Collection)]
#[collection(query = of_customer(id))]
pub(crate) enum CustomerItem {
    Customer(Customer),
    Order(Order),
}

/// A customer and the orders.
#[derive(Collection)]
#[collection(query(id))]
pub(crate) struct CustomerWithOrders {
    customer: Customer,
    orders: Vec<Order>,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
pub(crate) struct Noted {
    id: String,
    note: String,
}

pub(crate) fn patterns() -> AccessPatterns {
    access_patterns::<Shop>("shop").collection::<CustomerItem>().projection::<Noted>()
}

/// Returns the patterns with made-up prices.
pub(crate) fn priced() -> AccessPatterns {
    patterns().priced(prices())
}

pub(crate) fn prices() -> Prices {
    let prices = r#"{"region": "eu-central-1", "date": "2026-11-01", "source": "a <test>", "currency": "USD",
        "million_write_units": 1, "million_read_units": 0.5, "million_replicated_write_units": 1,
        "storage_gb_month": 0.25, "warm_write_unit": 0.001, "warm_read_unit": 0.0002}"#;
    Prices::from_json(prices).unwrap()
}
