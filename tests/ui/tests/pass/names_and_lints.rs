//! A user's constants have any name, and a user's lints are as strict as they come.
//!
//! A constant in scope turns a binding of its name into a pattern that must match it: `const value: u8` breaks
//! `|value|`. So what expansions bind has names that begin with `__`. The arguments of generated functions are the
//! user's own names.

#![deny(warnings)]
#![deny(
    nonstandard_style,
    rust_2018_idioms,
    unused,
    absolute_paths_not_starting_with_crate,
    ambiguous_negative_literals,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    keyword_idents,
    let_underscore_drop,
    macro_use_extern_crate,
    missing_debug_implementations,
    missing_docs,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unsafe_code,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    variant_size_differences
)]
// Nothing reads the fields.
#![allow(dead_code)]

use chrono::{DateTime, Utc};
use keywright::{Collection, Entity, KeyEnum, Projection, Schema, Table};
use serde::{Deserialize, Serialize};

/// Names that are likely to be bound somewhere, each of them a constant here.
macro_rules! constants {
    ($($name:ident)*) => {
        $(#[allow(non_upper_case_globals, dead_code)] const $name: u8 = 7;)*
    };
}

constants! {
    a b c e f i k n o p q r s t v x at by of to id on it
    args argument attribute attributes bucket bytes count entity entities error field fields find first from held index
    into item items key keys kind len literal make name names number part parts path place query range read reads result
    schema self_ serializer shard shards sort source stored table text time total update value values variant version
    visit visitor with within write out
}

/// A table.
#[derive(Debug, Table)]
#[table(ttl = "expires_on")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[lsi(name = "LSI1", sk = "LSI1SK")]
#[entities(Order, Line, Votes, Call, User)]
pub struct Shop;

/// The table's entities in a list of their own.
#[derive(Debug, Schema)]
#[schema(table = Shop, entities(Order, Line, Votes, Call, User))]
pub struct ShopSchema;

/// A text of few values.
#[derive(Debug, KeyEnum, Serialize, Deserialize)]
pub enum Status {
    /// Paid.
    Paid,
    /// Not paid.
    #[key("open")]
    Open,
}

/// An order: an index of several fields that are set together, a version, a unique field, and times.
#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Shop, constants("format" = "1"))]
#[pk(template = "ORDER#<code>", query = of_order)]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>#<placed:day>", sk = "<placed>", shard(random = 4))]
#[lsi(index = "LSI1", query = by_email, sk = "<email>")]
pub struct Order {
    code: String,
    status: Status,
    placed: DateTime<Utc>,
    #[entity(unique)]
    email: String,
    #[entity(version)]
    revision: u64,
    #[entity(ttl)]
    #[serde(with = "chrono::serde::ts_seconds")]
    expires_on: DateTime<Utc>,
    #[entity(created)]
    made: Option<DateTime<Utc>>,
    #[entity(updated, sensitive)]
    changed: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(flatten)]
    others: keywright::Attributes,
}

/// A line of an order.
#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<order>")]
#[sk(template = "LINE#<line_number>")]
pub struct Line {
    order: String,
    line_number: u32,
}

/// A counter.
#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 4)]
#[sk(template = "COUNT")]
pub struct Votes {
    poll: String,
    #[entity(counter)]
    in_favour: u64,
    comment: Option<String>,
}

/// An entity of random shards, of which there are more later on, and of an older key.
#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CALL#<made>", bucket = "day", legacy(template = "CALL"), retention = "90d")]
#[shard(random = 4, grow(at = "2030-01-01T00:00:00Z", count = 8))]
#[sk(template = "<made>#<call>")]
#[peak(writes_per_second = 20, item_bytes = 300)]
pub struct Call {
    made: DateTime<Utc>,
    call: String,
}

/// An entity whose fields are not public, nor is it.
#[derive(Debug, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "USER#<user>")]
#[sk(template = "USER")]
pub(crate) struct User {
    user: String,
}

/// Some fields.
#[derive(Debug, Projection, Deserialize)]
#[projection(of = Order)]
pub struct OrderStatus {
    code: String,
    status: Status,
}

/// Item by item.
#[derive(Debug, Collection)]
#[collection(query = of_order(code))]
pub enum OrderItem {
    /// The order.
    Order(Box<Order>),
    /// A line.
    Line(Line),
}

/// Put together.
#[derive(Debug, Collection)]
#[collection(query(code))]
pub struct WholeOrder {
    order: Order,
    lines: Vec<Line>,
}

/// Uses what is generated.
pub fn main() {
    drop((Order::key("a"), Order::of_order("a"), Order::by_status(Status::Paid), Order::by_email("a")));
    drop((Votes::in_favour("a"), Call::find(Utc::now(), "a"), Call::key_in_shard(3, Utc::now(), "a"), User::key("a")));
    drop((OrderItem::of_order("a"), WholeOrder::query("a"), Order::STATUS_AND_PLACED));
}
