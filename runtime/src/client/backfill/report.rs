//! What became of a backfill.

use crate::{Error, key::ItemKey};

/// What became of the items, in one run of a backfill. Each item that matched is written, unchanged, deleted in the
/// meantime or failed.
#[derive(Debug, Default)]
#[non_exhaustive]
#[must_use = "the items that failed are in here"]
pub struct BackfillReport {
    /// The items that the scan has read, other entities' included.
    pub scanned: u64,
    /// Those of the entity.
    pub matched: u64,
    /// Those that got their derived attributes; in a dry run, those that would.
    pub written: u64,
    /// Those that had them already, or were given them by another writer in the meantime.
    pub unchanged: u64,
    /// How often an item had been changed by another writer between its read and its write, and was judged again.
    pub changed_meanwhile: u64,
    /// Those that another writer deleted between their read and their write, or replaced by another entity's item.
    pub deleted_meanwhile: u64,
    /// Those that cannot be backfilled, with the reason.
    pub failed: Vec<FailedItem>,
    /// The requests that DynamoDB throttled. Each was repeated after a pause.
    pub throttles: u64,
    /// The read capacity units that the table consumed.
    pub rcu: f64,
    /// The write capacity units that the table and its indexes consumed. A failed condition is counted by its formula,
    /// since DynamoDB does not report it; in a dry run, everything is.
    pub wcu: f64,
}

impl BackfillReport {
    /// Whether no item failed.
    pub fn is_complete(&self) -> bool {
        self.failed.is_empty()
    }
}

/// An item that a backfill could not bring to today's schema: nothing of it was changed.
#[derive(Debug)]
#[non_exhaustive]
pub struct FailedItem {
    /// Its key in the table.
    pub key: ItemKey,
    /// Why. Where a value cannot stand in an index's key, it names that index and its template.
    pub error: Error,
}
