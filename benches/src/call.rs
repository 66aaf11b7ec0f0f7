//! The item that the benchmarks store.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// One call of an AI agent, as a program without this library would declare it: about 400 bytes with its keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// When it was made.
    pub at: DateTime<Utc>,
    /// Its number, in hexadecimal digits.
    pub id: String,
    /// Who pays for it.
    pub tenant: String,
    /// The agent.
    pub agent: String,
    /// The model.
    pub model: String,
    /// Where it ran.
    pub region: String,
    /// How it ended.
    pub status: String,
    /// How long it took, in milliseconds.
    pub latency_ms: u32,
    /// The tokens that it used.
    pub tokens: u32,
    /// What was asked.
    pub prompt: String,
}
