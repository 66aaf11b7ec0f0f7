//! Describes the roles of fields in addition to being stored, and the items that keep values unique.

use std::fmt;

use keywright::{
    schema::{AttributeKind, EntitySchema, Field, Purpose},
    unique::SENTINEL,
};
use serde::Serialize;

/// A role of a field in addition to being stored.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "role", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Role {
    /// It counts the writes of the item.
    Version,
    /// No two items share a value of it.
    Unique {
        /// The fields within which values are unique. Empty if they are unique among all items of the entity.
        within: Vec<&'static str>,
    },
    /// The time at which the item expires.
    Ttl,
    /// The time at which the item was first written.
    Created,
    /// The time at which the item was last written.
    Updated,
    /// It is incremented in place.
    Counter,
    /// Its values are excluded from errors, traces and debug output.
    Sensitive,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version => f.write_str("version: a write demands the one that was read, and counts it up"),
            Self::Unique { within } if within.is_empty() => f.write_str("unique: no two items have the same value"),
            Self::Unique { within } => {
                write!(f, "unique within `{}`: no two items of one have the same value", within.join("`, `"))
            }
            Self::Ttl => f.write_str("TTL: when the item expires; reads leave expired ones out"),
            Self::Created => f.write_str("created: set by the first write"),
            Self::Updated => f.write_str("updated: set by every write"),
            Self::Counter => f.write_str("counter: added to in place"),
            Self::Sensitive => f.write_str("sensitive: in no error, trace or debug output"),
        }
    }
}

impl Role {
    /// Formats the role briefly, such as `unique within tenant`.
    pub(super) fn short_label(&self) -> String {
        match self {
            Self::Version => "version".to_owned(),
            Self::Unique { within } if within.is_empty() => "unique".to_owned(),
            Self::Unique { within } => format!("unique within {}", within.join(", ")),
            Self::Ttl => "TTL".to_owned(),
            Self::Created => "created".to_owned(),
            Self::Updated => "updated".to_owned(),
            Self::Counter => "counter".to_owned(),
            Self::Sensitive => "sensitive".to_owned(),
        }
    }
}

pub(super) fn roles(entity: &'static EntitySchema, field: &Field) -> Vec<Role> {
    let unique = field.unique.map(|unique| Role::Unique { within: names(entity, unique.within) });
    let sensitive = field.sensitive.then_some(Role::Sensitive);
    [of_purpose(field.purpose), unique, sensitive].into_iter().flatten().collect()
}

fn of_purpose(purpose: Purpose) -> Option<Role> {
    match purpose {
        Purpose::Counter => Some(Role::Counter),
        Purpose::Version => Some(Role::Version),
        Purpose::Created => Some(Role::Created),
        Purpose::Updated => Some(Role::Updated),
        Purpose::Ttl => Some(Role::Ttl),
        _ => None,
    }
}

fn names(entity: &'static EntitySchema, places: &[u8]) -> Vec<&'static str> {
    places.iter().filter_map(|place| entity.fields.get(usize::from(*place))).map(|field| field.name).collect()
}

/// The item that keeps one value of a unique field.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Sentinel {
    /// The field's name in Rust.
    pub field: &'static str,
    /// The template of its partition key.
    pub partition_key: String,
    /// Its sort key, or `None` if the table has none.
    pub sort_key: Option<&'static str>,
}

pub(super) fn sentinels(entity: &'static EntitySchema) -> Vec<Sentinel> {
    let sort_key = entity.table.sort_key.map(|sort| match sort.kind {
        AttributeKind::N => "0",
        AttributeKind::S | AttributeKind::B => SENTINEL,
    });
    let sentinel = |field: &'static Field| {
        Some(Sentinel { field: field.name, partition_key: entity.sentinel_template(field)?, sort_key })
    };
    entity.fields.iter().filter_map(sentinel).collect()
}
