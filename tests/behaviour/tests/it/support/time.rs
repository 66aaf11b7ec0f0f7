//! Instants and durations.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

/// Returns noon of a Monday.
pub fn noon() -> DateTime<Utc> {
    "2026-06-22T12:00:00Z".parse().unwrap()
}

/// Returns that noon plus some hours.
pub fn hours(hours: i64) -> DateTime<Utc> {
    noon() + TimeDelta::hours(hours)
}

pub fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
