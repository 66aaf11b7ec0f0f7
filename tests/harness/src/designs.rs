//! The designs of plans. Together they have every kind of key, field and index.

mod batches;
mod counters;
mod items;
mod log;

use std::{collections::BTreeMap, sync::Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use keywright::{Handle, Item, Table};

use crate::{
    answer::{Answer, View},
    call::Call,
    history::Stored,
    traits::Traits,
};

/// The client's last read of the item that it writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    pub value: u32,
    pub version: u64,
}

/// The state of a client before a call.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Its last read of the item that it writes.
    pub seen: Seen,
    /// The error of its clock.
    pub skew: TimeDelta,
    /// The checkpoint of a sweep.
    pub checkpoint: &'a Mutex<Option<String>>,
}

/// A table and the calls of its clients.
pub trait Design: Send + Sync + 'static {
    const TRAITS: Traits;
    type Table: Table;

    /// Writes the items that older designs have left. Returns them.
    fn prepare<'a>(_: &'a Handle<Self::Table>) -> BoxFuture<'a, Result<BTreeMap<u8, View>, String>> {
        Box::pin(async { Ok(BTreeMap::new()) })
    }

    /// Calls the library.
    fn call<'a>(handle: &'a Handle<Self::Table>, call: Call, context: Context<'a>) -> BoxFuture<'a, Answer>;

    /// Reads all items in every way, at the end of the run.
    fn stored<'a>(handle: &'a Handle<Self::Table>) -> BoxFuture<'a, Result<Stored, String>>;
}

/// The traits of every design.
pub const ALL: [Traits; 17] = [
    items::plain::Items::TRAITS,
    items::versioned::Items::TRAITS,
    items::write_ids::Items::TRAITS,
    items::version_write_ids::Items::TRAITS,
    items::unique::Items::TRAITS,
    items::unique_version::Items::TRAITS,
    items::older_keys::Items::TRAITS,
    items::older_keys_version::Items::TRAITS,
    items::hash_shards::Items::TRAITS,
    items::local_index::Items::TRAITS,
    items::local_index_shards::Items::TRAITS,
    items::expiring::Items::TRAITS,
    items::expiring_unique::Items::TRAITS,
    items::deployments::Items::TRAITS,
    items::older_index::Items::TRAITS,
    counters::Counters::TRAITS,
    log::Log::TRAITS,
];

/// Calls a function with the design of this name.
#[macro_export]
macro_rules! with_design {
    ($name:expr, $run:ident ( $($argument:expr),* )) => {{
        use $crate::designs::modules::*;
        match $name {
            "plain" => $run::<plain::Items>($($argument),*).await,
            "versioned" => $run::<versioned::Items>($($argument),*).await,
            "write_ids" => $run::<write_ids::Items>($($argument),*).await,
            "version_write_ids" => $run::<version_write_ids::Items>($($argument),*).await,
            "unique" => $run::<unique::Items>($($argument),*).await,
            "unique_version" => $run::<unique_version::Items>($($argument),*).await,
            "older_keys" => $run::<older_keys::Items>($($argument),*).await,
            "older_keys_version" => $run::<older_keys_version::Items>($($argument),*).await,
            "hash_shards" => $run::<hash_shards::Items>($($argument),*).await,
            "local_index" => $run::<local_index::Items>($($argument),*).await,
            "local_index_shards" => $run::<local_index_shards::Items>($($argument),*).await,
            "expiring" => $run::<expiring::Items>($($argument),*).await,
            "expiring_unique" => $run::<expiring_unique::Items>($($argument),*).await,
            "deployments" => $run::<deployments::Items>($($argument),*).await,
            "older_index" => $run::<older_index::Items>($($argument),*).await,
            "counters" => $run::<Counters>($($argument),*).await,
            "log" => $run::<Log>($($argument),*).await,
            other => Err(format!("there is no design `{other}`")),
        }
    }};
}

/// The designs by their modules, for [`with_design!`](crate::with_design).
pub mod modules {
    pub use super::{
        counters::Counters,
        items::{
            deployments, expiring, expiring_unique, hash_shards, local_index, local_index_shards, older_index,
            older_keys, older_keys_version, plain, unique, unique_version, version_write_ids, versioned, write_ids,
        },
        log::Log,
    };
}

/// Returns the traits of a design.
pub fn traits(name: &str) -> Result<Traits, String> {
    ALL.into_iter().find(|traits| traits.name == name).ok_or_else(|| {
        let names: Vec<_> = ALL.iter().map(|traits| traits.name).collect();
        format!("there is no design `{name}`; take one of {}", names.join(", "))
    })
}

/// Returns the time in the key of an item or an entry.
pub fn at(number: u16) -> DateTime<Utc> {
    DateTime::from_timestamp(1_750_000_000, 0).unwrap_or_default() + TimeDelta::hours(7 * i64::from(number))
}

/// Returns the text of a mail.
pub fn mail(number: Option<u8>) -> Option<String> {
    number.map(|number| format!("m{number}@x"))
}

/// Returns the number of a mail.
pub fn number_of_mail(mail: Option<&str>) -> Option<u8> {
    mail?.strip_prefix('m')?.strip_suffix("@x")?.parse().ok()
}

/// Returns all raw items of a table.
pub async fn raw<T: Table>(handle: &Handle<T>) -> Result<Vec<Item>, String> {
    let scan = handle.client().scan().table_name(handle.table_name()).consistent_read(true);
    let pages = scan.into_paginator().items().send().collect::<Result<Vec<Item>, _>>().await;
    pages.map_err(|error| format!("the final scan failed: {error:?}"))
}

/// Returns an item's text attribute.
pub fn text<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    item.get(name)?.as_s().ok().map(String::as_str)
}

/// Returns the table key of an item, as one text.
pub fn place_of(item: &Item) -> String {
    format!("{}|{}", text(item, "PK").unwrap_or_default(), text(item, "SK").unwrap_or_default())
}
