//! What one item writes, where, and what it risks.

use std::fmt;

use keywright::{
    check::Risk as Shown,
    physics::limits::KB,
    schema::{EntitySchema, KeySchema},
};
use serde::Serialize;

use super::command;

/// One key that an entity writes.
#[derive(Debug, Clone, Serialize)]
pub struct Write {
    /// The index, unless it is the table.
    pub index: Option<&'static str>,
    /// The partition key's template.
    pub partition_key: String,
    /// The sort key's template.
    pub sort_key: Option<String>,
    /// How many partition keys are written at one moment.
    pub cardinality: String,
    /// The declared peak, in writes and write capacity units a second.
    pub peak: Option<String>,
    /// What the schema shows to be a risk.
    pub risk: Risk,
}

/// What the schema shows to be a risk.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "risk", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Risk {
    /// Nothing.
    None,
    /// The key may be hot, and this is why.
    Accepted {
        /// The reason, as `allow_hot` gives it.
        reason: &'static str,
    },
    /// So few partition keys take all writes, and no peak is declared.
    Undeclared {
        /// The partition keys at one moment.
        keys: u64,
    },
    /// The declared peak fits on average, but not a busy second.
    NoMargin {
        /// The shards that would do.
        shards: u64,
    },
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "none"),
            Self::Accepted { reason } => write!(f, "may be hot, accepted: {reason}"),
            Self::Undeclared { keys: 1 } => {
                write!(f, "all writes of the moment go to one partition key; no peak is declared")
            }
            Self::Undeclared { keys } => write!(f, "all writes go to {keys} partition keys; no peak is declared"),
            Self::NoMargin { shards } => {
                write!(f, "the declared peak fits on average, but not a busy second; {shards} shards would do")
            }
        }
    }
}

pub(super) fn write(entity: &'static EntitySchema, key: usize) -> Write {
    let schema = &entity.keys[key];
    Write {
        index: schema.index,
        partition_key: command::spelled(entity, &schema.partition),
        sort_key: schema.sort.as_ref().map(|sort| command::spelled(entity, sort)),
        cardinality: cardinality(entity, key),
        peak: peak(entity, schema, key),
        risk: match entity.risk(key) {
            Shown::Accepted(reason) => Risk::Accepted { reason },
            Shown::Undeclared { keys } => Risk::Undeclared { keys },
            Shown::NoMargin { shards } => Risk::NoMargin { shards },
            _ => Risk::None,
        },
    }
}

fn cardinality(entity: &EntitySchema, key: usize) -> String {
    let Some(spread) = entity.spread(key) else { return "unknown".to_owned() };
    let values = match spread.values {
        Some(values) => values.saturating_mul(spread.shards).to_string(),
        None if spread.shards > 1 => format!("many, times {}", spread.shards),
        None => "many".to_owned(),
    };
    match spread.bucket {
        Some(bucket) => format!("{values} a {}", command::bucket_name(bucket)),
        None => values,
    }
}

fn peak(entity: &EntitySchema, schema: &KeySchema, key: usize) -> Option<String> {
    let writes = schema.peak.or(entity.peak)?.writes_per_second;
    let units = entity.write_units(key)?;
    Some(format!("{writes} writes/s, {} WCU/s", writes.saturating_mul(units)))
}

/// The stored bytes of one item that costs are reckoned with: 1 KB where no peak declares them.
pub(super) fn item_bytes(entity: &EntitySchema) -> u64 {
    entity.stored_item_bytes().unwrap_or(KB)
}
