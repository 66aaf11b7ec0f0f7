//! What Lambda is called with.

use serde::Deserialize;

use super::StreamRecord;

/// The event that Lambda is called with for a batch of records.
#[derive(Debug, Clone, Deserialize)]
#[non_exhaustive]
pub struct StreamEvent {
    /// The records, in the order of their shard.
    #[serde(rename = "Records")]
    pub records: Vec<StreamRecord>,
}
