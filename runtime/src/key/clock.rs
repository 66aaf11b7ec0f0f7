//! Reads the system's clock.

use std::time::{SystemTime, UNIX_EPOCH};

use super::Timestamp;

/// The assumed maximum by which another writer's clock is ahead. It is added to the current time at an open upper end.
pub(crate) const SKEW_SECONDS: u64 = 300;

/// Returns the current time.
pub(crate) fn now() -> Timestamp {
    timestamp(SystemTime::now())
}

/// Converts a system time. Times before 1970 become 1970.
pub(crate) fn timestamp(time: SystemTime) -> Timestamp {
    let (seconds, nanos) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => (i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_nanos()),
        Err(_) => (0, 0),
    };
    Timestamp { seconds, nanos }
}
