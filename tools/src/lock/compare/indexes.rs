//! Compares indexes. DynamoDB cannot change an existing one.

use crate::lock::{
    change::{Change, Readable, Sign},
    model::{Index, IndexProjection, LocalIndex},
};

pub(super) fn index(old: &Index, new: &Index) -> Vec<Change> {
    let change = || Change::new(Sign::Changed, None, &new.name);
    let renewed =
        "DynamoDB cannot change an index: declare it under another name, and drop the old one when no read uses it";
    let mut changes = Vec::new();
    if old.key != new.key {
        let change = change().before(&old.key).after(&new.key);
        changes.push(change.readable(Readable::NewIndex).note(renewed));
    }
    if old.projection != new.projection {
        let change = change().before(format!("projection {}", old.projection)).after(&new.projection);
        changes.push(match holds(&old.projection, &new.projection) {
            true => change.note("the index that is there holds more, until it is recreated"),
            false => change.readable(Readable::NewIndex).note(renewed),
        });
    }
    changes
}

/// Why a local secondary index cannot be added or changed.
pub(super) const LOCAL_INDEX_IS_FIXED: &str = "DynamoDB makes a local index only with its table: make another table, \
                              and copy the items; or declare a `#[gsi(..)]` instead, which it adds to the one that is \
                              there";

pub(super) fn local_index(old: &LocalIndex, new: &LocalIndex) -> Vec<Change> {
    let change = || Change::new(Sign::Changed, None, &new.name);
    let mut changes = Vec::new();
    if old.sort != new.sort {
        changes.push(change().before(of_table(old)).after(of_table(new)).unreadable(LOCAL_INDEX_IS_FIXED));
    }
    if old.projection != new.projection {
        let change = change().before(format!("projection {}", old.projection)).after(&new.projection);
        changes.push(match holds(&old.projection, &new.projection) {
            true => change.note("the index that is there holds more, until the table is recreated"),
            false => change.unreadable(LOCAL_INDEX_IS_FIXED),
        });
    }
    changes
}

pub(super) fn of_table(index: &LocalIndex) -> String {
    format!("local, {}", index.sort)
}

/// Whether an index of one projection contains all attributes of another.
fn holds(wide: &IndexProjection, narrow: &IndexProjection) -> bool {
    match (wide, narrow) {
        (IndexProjection::All, _) | (_, IndexProjection::KeysOnly) => true,
        (IndexProjection::Include(wide), IndexProjection::Include(narrow)) => {
            narrow.iter().all(|name| wide.contains(name))
        }
        _ => false,
    }
}
