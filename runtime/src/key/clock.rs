//! The present.

use std::time::{SystemTime, UNIX_EPOCH};

use super::Timestamp;

/// How far ahead another writer's clock may be: what "now" allows for at an open upper end.
pub(crate) const SKEW_SECONDS: u64 = 300;

/// The system's time.
pub(crate) fn now() -> Timestamp {
    timestamp(SystemTime::now())
}

/// A time of the system's; 1970 for one before it.
pub(crate) fn timestamp(time: SystemTime) -> Timestamp {
    let (seconds, nanos) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => (i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_nanos()),
        Err(_) => (0, 0),
    };
    Timestamp { seconds, nanos }
}
