//! The settings of an audit.

use serde::{Deserialize, Serialize};

use super::shape::TableShape;

/// Settings of an audit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditOptions {
    /// The table's keys and indexes. By default they are guessed from the names of attributes.
    pub shape: Option<TableShape>,
    /// The character between the parts of a key. By default it is found in the keys.
    pub delimiter: Option<char>,
    /// How many items of each pattern stand in the report, for `scaffold` to be checked with. By default none.
    pub samples: usize,
    /// The share of the table that is read, between 0 and 1, where it is a sample.
    pub sampled: Option<f64>,
}
