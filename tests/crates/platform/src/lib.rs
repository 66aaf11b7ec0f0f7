//! A table in a crate of its own: it cannot name its entities, which are in crates above it.

pub use chrono;
pub use keywright;
use keywright::{KeyEnum, Table};
use serde::{Deserialize, Serialize};

/// Everything the platform stores.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
pub struct Platform;

/// The severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, KeyEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Wait.
    Low,
    /// Look.
    High,
    /// Run.
    Critical,
}
