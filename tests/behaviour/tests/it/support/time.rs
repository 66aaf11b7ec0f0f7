//! Instants and durations.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

/// Noon of a Monday.
pub fn noon() -> DateTime<Utc> {
    "2026-06-22T12:00:00Z".parse().unwrap()
}

/// That noon and some hours.
pub fn hours(hours: i64) -> DateTime<Utc> {
    noon() + TimeDelta::hours(hours)
}

pub fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
