//! The event of a Lambda function.

use serde::Deserialize;

use super::StreamRecord;

/// The event with which Lambda invokes a function for a batch of records.
#[derive(Debug, Clone, Deserialize)]
#[non_exhaustive]
pub struct StreamEvent {
    /// The records, in the order of their shard.
    #[serde(rename = "Records")]
    pub records: Vec<StreamRecord>,
}
