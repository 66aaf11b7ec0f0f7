//! What one item writes, where, and what it risks.

use std::fmt;

use keywright::{load::Risk as Shown, physics::limits::KB, schema::EntitySchema};
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
    /// The peak exceeds what one partition carries, and the share of the most frequent key is not declared.
    Unknown,
    /// One of few values throttles from this share of the writes on.
    Skewed {
        /// The share in per cent.
        percent: u64,
    },
    /// The declared peak fits on average, but not in a busy second or through a roll-over.
    NoMargin {
        /// The shards that would do.
        shards: u64,
    },
    /// The declared peak fits on average, but not in a busy second, and no number of shards helps.
    NoCount,
    /// The warm throughput that the peak needs exceeds the account's quota.
    Quota,
    /// The declared peak exceeds what the keys carry.
    Overloaded,
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
            Self::Unknown => write!(f, "not known: declare `top_share`"),
            Self::Skewed { percent } => {
                write!(f, "a value with more than {percent} % of the writes throttles: declare `top_share`")
            }
            Self::NoMargin { shards } => write!(
                f,
                "the declared peak fits on average, but not in a busy second or at a roll-over; {shards} shards would do"
            ),
            Self::NoCount => {
                write!(f, "the declared peak fits on average, but not in a busy second; no number of shards helps")
            }
            Self::Quota => write!(f, "the warm throughput that the peak needs exceeds the account's quota"),
            Self::Overloaded => write!(f, "the declared peak exceeds what the partition keys carry"),
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
        peak: peak(entity, key),
        risk: match entity.risk(key) {
            Shown::Accepted(reason) => Risk::Accepted { reason },
            Shown::Undeclared { keys } => Risk::Undeclared { keys },
            Shown::Unknown => Risk::Unknown,
            Shown::Skewed { percent } => Risk::Skewed { percent },
            Shown::NoMargin { shards } => Risk::NoMargin { shards },
            Shown::NoCount => Risk::NoCount,
            Shown::Quota => Risk::Quota,
            Shown::Overloaded => Risk::Overloaded,
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

fn peak(entity: &EntitySchema, key: usize) -> Option<String> {
    let demand = entity.demand(key)?;
    Some(format!("{} writes/s, {} WCU/s", demand.writes_per_second, demand.units_per_second))
}

/// The stored bytes of one item that costs are reckoned with: 1 KB where no peak declares them.
pub(super) fn item_bytes(entity: &EntitySchema) -> u64 {
    entity.stored_item_bytes().unwrap_or(KB)
}
