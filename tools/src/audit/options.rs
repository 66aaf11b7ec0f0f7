//! Configures an audit.

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
    /// The number of items of each pattern to include in the report, for checking the output of `scaffold`. By default
    /// 0.
    pub samples: usize,
    /// The share of the table that is read, between 0 and 1, if the input is a sample.
    pub sampled: Option<f64>,
}
