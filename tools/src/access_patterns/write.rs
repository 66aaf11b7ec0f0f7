//! What one item writes, where, and what it risks.

use keywright::{
    load::{Risk, Span},
    physics::limits::KB,
    schema::EntitySchema,
};
use serde::Serialize;

use super::trade::Trade;
use crate::{peak::WritePeak, template_text::spelled};

/// One key that an entity writes.
#[derive(Debug, Clone, Serialize)]
pub struct Write {
    /// The index, unless it is the table.
    pub index: Option<&'static str>,
    /// Whether it is a local index, whose entries lie in the partitions of their items.
    #[serde(rename = "local", skip_serializing_if = "std::ops::Not::not")]
    pub is_local: bool,
    /// The partition key's template.
    pub partition_key: String,
    /// The sort key's template.
    pub sort_key: Option<String>,
    /// How many partition keys are written at one moment, and how long: `30 a day`. The keys of a local index are the
    /// table's.
    pub cardinality: String,
    /// The declared peak, by kind of write. `None` where it is not declared, and on a local index, whose load is the
    /// table's.
    pub peak: Option<WritePeak>,
    /// What the schema shows to be a risk.
    pub risk: Risk,
    /// Older partition keys that reads still visit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub older_keys: Vec<String>,
    /// What other numbers of shards cost. `None` for a key without shards that needs none, and without a peak.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trade: Option<Trade>,
}

pub(super) fn write(entity: &'static EntitySchema, key: usize) -> Write {
    let schema = &entity.keys[key];
    Write {
        index: schema.index,
        is_local: schema.local,
        partition_key: spelled(entity, &schema.partition),
        sort_key: schema.sort.as_ref().map(|sort| spelled(entity, sort)),
        cardinality: cardinality(entity, if schema.local { 0 } else { key }),
        peak: WritePeak::of(entity, key),
        risk: entity.risk(key),
        older_keys: schema.legacy.iter().map(|older| spelled(entity, &older.partition)).collect(),
        trade: Trade::of(entity, key),
    }
}

/// `30 a day`, or `many a month, times 10`.
fn cardinality(entity: &EntitySchema, key: usize) -> String {
    let Some(spread) = entity.spread(key) else { return "unknown".to_owned() };
    let period = match spread.roll_over {
        // The keys of one second are many.
        Some(Span::Instant) => " a second".to_owned(),
        Some(span) => format!(" a {}", span.noun()),
        None => String::new(),
    };
    match spread.values {
        Some(values) => format!("{}{period}", values.saturating_mul(spread.shards)),
        None if spread.shards > 1 => format!("many{period}, times {}", spread.shards),
        None => format!("many{period}"),
    }
}

/// The stored bytes of one item that costs are reckoned with: 1 KB where no peak declares them.
pub(super) fn item_bytes(entity: &EntitySchema) -> u64 {
    entity.stored_item_bytes().unwrap_or(KB)
}
