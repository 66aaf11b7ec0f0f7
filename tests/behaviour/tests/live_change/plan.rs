//! The number of partition keys that a read queries before, across and after a change.

use chrono::{DateTime, Utc};

use keywright::Key;

use crate::releases::{BACK, Release, SINCE, UNTIL, at, back, later, new, old};

fn lanes<R: Release>(from: &str, until: &str) -> (usize, usize) {
    let (from, until): (DateTime<Utc>, DateTime<Utc>) = (at(from), at(until));
    R::lanes(from..until)
}

#[test]
fn a_range_before_the_change_asks_the_older_key_alone() {
    assert_eq!(lanes::<old::Replica>("2026-05-01T00:00:00Z", SINCE), (1, 1));
    assert_eq!(lanes::<new::Replica>("2026-05-01T00:00:00Z", SINCE), (1, 1));
    assert_eq!(lanes::<later::Replica>("2026-05-01T00:00:00Z", SINCE), (1, 1));
}

#[test]
fn a_range_after_the_change_asks_the_newer_keys_alone() {
    // Stragglers can be anywhere, so each of the two days also queries the older key.
    assert_eq!(lanes::<new::Replica>(UNTIL, "2026-06-24T00:00:00Z"), (2 * 7, 2));
    assert_eq!(lanes::<later::Replica>(UNTIL, "2026-06-24T00:00:00Z"), (2 * 6, 1));
}

#[test]
fn a_range_over_the_change_asks_both() {
    // The older key for the time before, and both keys for the rest of the 20th and for the 21st.
    assert_eq!(lanes::<later::Replica>("2026-05-01T00:00:00Z", "2026-06-23T00:00:00Z"), (1 + 2 * 7 + 6, 1 + 2));
}

#[test]
fn a_change_back_asks_the_keys_of_each_time() {
    assert_eq!(lanes::<back::Replica>("2026-05-01T00:00:00Z", SINCE), (1, 1));
    assert_eq!(lanes::<back::Replica>("2026-06-23T00:00:00Z", "2026-06-24T00:00:00Z"), (7, 2));
    assert_eq!(lanes::<back::Replica>(BACK, "2026-06-26T00:00:00Z"), (7, 2));
}

#[test]
fn a_stored_key_of_either_side_parses_back() {
    for (instant, partition) in [("2026-06-20T11:59:59.999999999Z", "OPS_LOG"), (SINCE, "OPS_LOG#2026-06-20#")] {
        let key = new::OpsLog::key(at(instant), "c-1");
        let stored = key.to_item_key().unwrap();
        assert!(stored.partition.to_string().starts_with(partition), "{}", stored.partition);
        assert_eq!(Key::<new::OpsLog>::from_item_key(&stored).unwrap(), key);
    }
    // A straggler's key is not the one for its time.
    let late = old::OpsLog::key(at(SINCE), "c-1").to_item_key().unwrap();
    assert!(Key::<new::OpsLog>::from_item_key(&late).is_err());
}
