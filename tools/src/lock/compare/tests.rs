mod attributes;
mod evidence;
mod indexes;
mod legacy;
mod local_indexes;
mod roles;
mod schedules;
mod shards;
mod since;
mod table;
mod templates;

use super::compare;
use crate::lock::{
    Change, Lock,
    testing::{BASE, NOW},
};

/// The note of a change if replicas of the previous release read only a part of the items.
const NOT_READ: &str = "; the release before does not read the new key | stop its replicas first, or add a future \
                        `since`, or first release the current key with the new one as its `legacy`";

/// Returns the base with some texts replaced.
fn with(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(BASE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

/// Formats each change on a line, with its fix after a bar.
fn lines(old: &str, new: &str) -> Vec<String> {
    let (old, new): (Lock, Lock) = (old.parse().unwrap(), new.parse().unwrap());
    let line = |change: &Change| match &change.fix {
        Some(fix) => format!("{change} | {fix}"),
        None => change.to_string(),
    };
    let changes = compare(&old, &new, NOW);
    assert_eq!(changes.is_empty(), old == new, "different locks have changes, and equal ones have none");
    changes.iter().map(line).collect()
}

/// Asserts the changes after these edits.
#[track_caller]
fn assert_changes(edits: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(lines(BASE, &with(edits)), expected);
}

/// Asserts the changes if the edits are undone.
#[track_caller]
fn assert_reverse_changes(edits: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(lines(&with(edits), BASE), expected);
}

#[test]
fn equal_locks_have_no_changes() {
    assert_changes(&[], &[]);
    assert_changes(&[("keywright.lock 1\n", "keywright.lock 1\n\n# a comment\n")], &[]);
}
