//! Every derive macro, with each kind of key that generates its own code, in a crate that renames keywright to `kw`.

mod shard;

use chrono::{DateTime, Utc};
use kw::{Attributes, Entity, KeyEnum, Schema, Table};
use serde::{Deserialize, Serialize};

/// The table of a shop.
#[derive(Table)]
#[table(crate = kw, launch = "gradual")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[entities(Order, View)]
pub struct Shop;

/// An order, spread by a hash of the crate's own.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop, name = "order", constants("_v" = "1"), crate = kw)]
#[pk(template = "ORDERS#<at:week>", legacy(template = "ORDERS", until = "2026-06-20T00:00:00Z"), retention = "52w")]
#[shard(hash(id), count = 8, with = shard::last_byte)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_courier, pk = "COURIER#<courier>", sk = "<state>#<at>", shard(random = 2))]
#[peak(writes_per_second = 1_500, item_bytes = 500)]
pub struct Order {
    /// The time of the order.
    pub at: DateTime<Utc>,
    /// The order.
    pub id: String,
    /// The courier; absent at first.
    pub courier: Option<String>,
    /// The state.
    pub state: State,
    /// The attributes of other writers.
    #[serde(flatten)]
    pub others: Attributes,
}

/// A look at an article: appended.
#[derive(Debug, Clone, Entity, Serialize, Deserialize)]
#[entity(table = Shop, crate = kw)]
#[pk(template = "VIEWS")]
#[shard(random = 5, first = 1)]
#[sk(template = "VIEW#<at>#<article:w6>")]
#[peak(writes_per_second = 2_000, item_bytes = 100)]
pub struct View {
    /// The time.
    pub at: DateTime<Utc>,
    /// The article.
    pub article: u32,
}

/// The state of an order.
#[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
#[key(crate = kw)]
pub enum State {
    /// In the shop.
    #[key("packed")]
    Packed,
    /// On its way.
    #[key("sent")]
    Sent,
}

/// The orders alone: a list in addition to the table's own.
#[derive(Schema)]
#[schema(table = Shop, entities(Order), crate = kw)]
pub struct Orders;
