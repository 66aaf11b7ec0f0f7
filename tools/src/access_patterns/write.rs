//! Describes the keys that an item writes, and their risks.

use keywright::{
    load::{Risk, Span},
    physics::limits::KB,
    schema::{EntitySchema, KeySchema, LegacyKey},
};
use serde::Serialize;

use super::trade::Trade;
use crate::{instant, peak::WritePeak, template_text::spelled_out};

/// One key with which an entity's items are in the table or an index.
#[derive(Debug, Clone, Serialize)]
pub struct Write {
    /// The index, or `None` for the table.
    pub index: Option<&'static str>,
    /// Whether it is a local index, whose entries share the partitions of their items.
    #[serde(rename = "local", skip_serializing_if = "std::ops::Not::not")]
    pub is_local: bool,
    /// Whether the entity does not declare the index, and its items enter it because they store its key attributes.
    #[serde(rename = "unasked", skip_serializing_if = "std::ops::Not::not")]
    pub is_unasked: bool,
    /// The partition key's template.
    pub partition_key: String,
    /// The sort key's template.
    pub sort_key: Option<String>,
    /// The number of partition keys written at the same time, and for how long: `30 a day`. The keys of a local index
    /// are those of the table.
    pub cardinality: String,
    /// The declared peak, by kind of write. `None` if it is not declared, and for a local index, whose load is part of
    /// the table's.
    pub peak: Option<WritePeak>,
    /// The risk that follows from the schema.
    pub risk: Risk,
    /// The first instant of the key's time from which items are written under this partition key, in RFC 3339. Items of
    /// earlier times are written under an older one. `None` if the key is that of items of any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Older partition keys that reads still query.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub older_keys: Vec<String>,
    /// The older partition keys with the times of their items, in the order of [`older_keys`](Self::older_keys).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub older_designs: Vec<OlderKey>,
    /// The cost of other numbers of shards. `None` for a key without shards that does not need them, and without a
    /// peak.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trade: Option<Trade>,
}

/// An older partition key that reads still query, and the times of the items that can have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OlderKey {
    /// The partition key's template.
    pub partition_key: String,
    /// Items whose time is before this instant never had this key. In RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Items whose time is at or after this instant never had this key. In RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

impl OlderKey {
    fn of(entity: &EntitySchema, older: &LegacyKey) -> Self {
        Self {
            partition_key: spelled_out(entity, &older.partition),
            since: older.since.map(instant::text),
            until: older.until.map(instant::text),
        }
    }

    /// Describes the items that can have this key, such as `items of times before 2026-07-01T00:00:00Z`.
    pub(super) fn items(&self) -> String {
        items_of(self.since.as_deref(), self.until.as_deref())
    }
}

impl Write {
    /// Describes the items that are written under this key, if they are not those of any time.
    pub(super) fn items(&self) -> Option<String> {
        self.since.as_deref().map(|since| items_of(Some(since), None))
    }
}

fn items_of(since: Option<&str>, until: Option<&str>) -> String {
    match (since, until) {
        (None, None) => "items of any time".to_owned(),
        (Some(since), None) => format!("items of times from {since} on"),
        (None, Some(until)) => format!("items of times before {until}"),
        (Some(since), Some(until)) => format!("items of times from {since} until {until}"),
    }
}

pub(super) fn write(entity: &'static EntitySchema, key: usize, schema: &KeySchema) -> Write {
    Write {
        index: schema.index,
        is_local: schema.local,
        is_unasked: entity.is_unasked(key),
        partition_key: spelled_out(entity, &schema.partition),
        sort_key: schema.sort.as_ref().map(|sort| spelled_out(entity, sort)),
        cardinality: cardinality(entity, if schema.local { 0 } else { key }),
        peak: WritePeak::of(entity, key),
        risk: entity.risk(key),
        since: schema.since.map(instant::text),
        older_keys: schema.legacy.iter().map(|older| spelled_out(entity, &older.partition)).collect(),
        older_designs: schema.legacy.iter().map(|older| OlderKey::of(entity, older)).collect(),
        trade: Trade::of(entity, key),
    }
}

/// The cardinality of a key with an unlimited number of values and without a bucket.
pub(super) const MANY: &str = "many";

/// Formats the cardinality, such as `30 a day`, or `many a month, times 10`.
fn cardinality(entity: &EntitySchema, key: usize) -> String {
    let Some(spread) = entity.spread(key) else { return "unknown".to_owned() };
    let period = match spread.roll_over {
        // A key with the precision of a second has many values.
        Some(Span::Instant) => " a second".to_owned(),
        Some(span) => format!(" a {}", span.noun()),
        None => String::new(),
    };
    match spread.values {
        Some(values) => format!("{}{period}", values.saturating_mul(spread.shards)),
        None if spread.shards > 1 => format!("{MANY}{period}, times {}", spread.shards),
        None => format!("{MANY}{period}"),
    }
}

/// Returns the stored size of one item in bytes, as used for costs: 1 KB if no peak declares it.
pub(super) fn item_bytes(entity: &EntitySchema) -> u64 {
    entity.item_bytes().unwrap_or(KB)
}
