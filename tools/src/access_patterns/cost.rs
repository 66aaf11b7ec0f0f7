//! Computes the cost of the calls that write an item.

use keywright::{
    physics::write_cost::{WriteCall, WriteCost},
    schema::{EntitySchema, ShardBy},
};
use serde::Serialize;

use super::read::key_arguments;
use crate::prices::Amount;

/// A call that writes an item of an entity, and its cost without retries.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Call {
    /// The method of the table's handle.
    pub method: &'static str,
    /// The call in Rust.
    pub call: String,
    /// The number of requests, including those that read first.
    pub requests: u64,
    /// Read capacity units of the preceding reads.
    pub rcu: f64,
    /// Write capacity units in the table.
    pub table_wcu: u64,
    /// The minimum of write capacity units in indexes.
    pub least_index_wcu: u64,
    /// The maximum of write capacity units in indexes.
    pub most_index_wcu: u64,
    /// The maximum cost of a million calls, if prices were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_per_million: Option<Amount>,
    #[serde(skip)]
    pub(super) is_transaction: bool,
    /// Remarks on the call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<&'static str>,
}

impl Call {
    /// Returns the read units, and the write units of the table and of the indexes.
    pub(super) fn units(&self) -> (f64, u64, u64, u64) {
        (self.rcu, self.table_wcu, self.least_index_wcu, self.most_index_wcu)
    }
}

const CALLS: [WriteCall; 5] =
    [WriteCall::Create, WriteCall::Put, WriteCall::Replace, WriteCall::Update, WriteCall::Delete];

pub(super) fn calls(entity: &'static EntitySchema) -> Vec<Call> {
    CALLS.into_iter().filter_map(|call| Some(priced(entity, call, entity.write_cost(call)?))).collect()
}

fn priced(entity: &'static EntitySchema, call: WriteCall, cost: WriteCost) -> Call {
    Call {
        method: method(call),
        call: in_rust(entity, call),
        requests: cost.requests,
        rcu: cost.read_units,
        table_wcu: cost.table_units,
        least_index_wcu: cost.least_index_units,
        most_index_wcu: cost.most_index_units,
        price_per_million: None,
        is_transaction: cost.is_transaction,
        notes: notes(entity, call, &cost),
    }
}

fn method(call: WriteCall) -> &'static str {
    match call {
        WriteCall::Create => "create",
        WriteCall::Replace => "replace",
        WriteCall::Update => "update",
        WriteCall::Delete => "delete",
        _ => "put",
    }
}

fn in_rust(entity: &'static EntitySchema, call: WriteCall) -> String {
    let key = || match is_random(entity) {
        // The key of an item that a query or `find` returned.
        true => "located.key".to_owned(),
        false => format!(
            "{}::key({})",
            entity.name,
            entity.keys.first().map(|key| key_arguments(entity, key).join(", ")).unwrap_or_default()
        ),
    };
    match call {
        WriteCall::Update => format!("table.update({}).set(..).await?", key()),
        WriteCall::Delete => format!("table.delete({}).await?", key()),
        _ => format!("table.{}(&{}).await?", method(call), snake(entity.name)),
    }
}

fn notes(entity: &'static EntitySchema, call: WriteCall, cost: &WriteCost) -> Vec<&'static str> {
    let is_unique = entity.fields.iter().any(|field| field.unique.is_some());
    let has_older = entity.keys.first().is_some_and(|key| !key.legacy.is_empty()) && !is_random(entity);
    let mut notes = Vec::new();
    match (cost.is_transaction, cost.read_units > 0.0) {
        (true, true) => notes.push("reads the item, then a transaction"),
        (true, false) => notes.push("a transaction"),
        (false, true) => notes.push("reads first"),
        (false, false) => {}
    }
    match call {
        WriteCall::Put if is_random(entity) => notes.push("appends"),
        WriteCall::Put | WriteCall::Replace if is_unique => {
            notes.push("2 WCU more for each unique value that it changes")
        }
        WriteCall::Update if is_unique => notes.push("of a unique field, of `within` or of the end: as a `replace`"),
        _ => {}
    }
    match call {
        WriteCall::Create if has_older => notes.push("with checks of the older keys"),
        WriteCall::Replace | WriteCall::Update if has_older => {
            notes.push("an item under an older key moves: a transaction more")
        }
        WriteCall::Delete if has_older => notes.push("of all its copies"),
        _ => {}
    }
    notes
}

fn is_random(entity: &EntitySchema) -> bool {
    let by = entity.keys.first().and_then(|key| key.shard).map(|shard| shard.by);
    matches!(by, Some(ShardBy::Random))
}

/// Converts a name to snake case: `OpsLog` becomes `ops_log`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
