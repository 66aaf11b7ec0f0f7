//! Formats instants as text: RFC 3339, in UTC.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use keywright::key::Timestamp;

pub(crate) fn text(at: Timestamp) -> String {
    match DateTime::from_timestamp(at.seconds, at.nanos) {
        Some(time) => time.to_rfc3339_opts(SecondsFormat::AutoSi, true),
        None => format!("{}.{:09}", at.seconds, at.nanos),
    }
}

pub(crate) fn parse(text: &str) -> Option<Timestamp> {
    DateTime::parse_from_rfc3339(text).ok().map(|time| of(time.to_utc()))
}

pub(crate) fn now() -> Timestamp {
    of(SystemTime::now().into())
}

fn of(time: DateTime<Utc>) -> Timestamp {
    Timestamp { seconds: time.timestamp(), nanos: time.timestamp_subsec_nanos() }
}
