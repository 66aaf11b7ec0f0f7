//! What one item writes, where, and what it risks.

use std::fmt;

use keywright::{
    load::{Risk as Shown, Span},
    physics::limits::KB,
    schema::EntitySchema,
};
use serde::Serialize;

use super::command;
use crate::peak::WritePeak;

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
    /// The declared peak fits on average, but not in a busy second or through a roll-over, and no number of shards helps.
    NoCount,
    /// The warm throughput that the peak needs exceeds the quota of the table.
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
                write!(
                    f,
                    "the declared peak fits on average, but not in a busy second or at a roll-over; no number of shards helps"
                )
            }
            Self::Quota => {
                write!(f, "the warm throughput that the peak needs exceeds the quota; a quota increase comes first")
            }
            Self::Overloaded => write!(f, "the declared peak exceeds what the partition keys carry"),
        }
    }
}

pub(super) fn write(entity: &'static EntitySchema, key: usize) -> Write {
    let schema = &entity.keys[key];
    Write {
        index: schema.index,
        is_local: schema.local,
        partition_key: command::spelled(entity, &schema.partition),
        sort_key: schema.sort.as_ref().map(|sort| command::spelled(entity, sort)),
        cardinality: cardinality(entity, if schema.local { 0 } else { key }),
        peak: WritePeak::of(entity, key),
        risk: Risk::of(entity, key),
    }
}

impl Risk {
    /// What [`EntitySchema::risk`] says of the key at this place.
    pub(crate) fn of(entity: &EntitySchema, key: usize) -> Self {
        match entity.risk(key) {
            Shown::Accepted(reason) => Self::Accepted { reason },
            Shown::Undeclared { keys } => Self::Undeclared { keys },
            Shown::Unknown => Self::Unknown,
            Shown::Skewed { percent } => Self::Skewed { percent },
            Shown::NoMargin { shards } => Self::NoMargin { shards },
            Shown::NoCount => Self::NoCount,
            Shown::Quota => Self::Quota,
            Shown::Overloaded => Self::Overloaded,
            _ => Self::None,
        }
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
