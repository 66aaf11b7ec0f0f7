//! What became of the items that a run went over.

use std::fmt;

use crate::{Error, key::ItemKey};

/// What became of the items, in one run of a `backfill`, an `update_each` or a `delete_each`. Each item that matched is
/// written, in doubt, unchanged, skipped, expired, superseded, deleted in the meantime or failed.
#[derive(Debug, Default)]
#[non_exhaustive]
#[must_use = "the items that failed are in here"]
pub struct SweepReport {
    /// The items that the scan has read, other entities' included.
    pub scanned: u64,
    /// Those of the entity.
    pub matched: u64,
    /// The number of items that were written or deleted. A [dry run](crate::client::Sweep::dry_run) writes nothing, and
    /// counts the items that would be.
    pub written: u64,
    /// Those that are as the run leaves them, after the answer to a request of it was lost: it was carried out, or
    /// another writer has done the same. Run it again for what still differs; which of the two it was is not known.
    pub in_doubt: u64,
    /// Those that were as they should be already, or were made so by another writer in the meantime.
    pub unchanged: u64,
    /// Those that the function of `update_each` or `delete_each` left alone.
    pub skipped: u64,
    /// How often an item had been changed by another writer between its read and its write, and was judged again.
    pub changed_meanwhile: u64,
    /// Those that were deleted between their read and their write, or replaced by another entity's item: by another
    /// writer or, of an item's older copies, by `delete_each` with the item.
    pub deleted_meanwhile: u64,
    /// Those that were left alone because their time to live is over.
    pub expired: u64,
    /// Copies under older keys (`legacy`) of items that a newer key holds too: `update_each` and `delete_each` show an
    /// item's newest copy only. `delete_each` deletes the others with it.
    pub superseded: u64,
    /// Those that could not be written, with the reason: the first 1,000 of them.
    pub failed: Vec<FailedItem>,
    /// How many could not be written.
    pub failures: u64,
    /// The requests that DynamoDB throttled. Each was repeated after a pause.
    pub throttles: u64,
    /// The read capacity units that the table consumed.
    pub rcu: f64,
    /// The write capacity units that the table and its indexes consumed. A failed condition is counted by its formula,
    /// since DynamoDB does not report it; in a dry run, everything is.
    pub wcu: f64,
}

impl SweepReport {
    /// The failed items that are kept.
    pub(super) const KEPT: usize = 1_000;

    /// Whether no item failed.
    pub fn is_complete(&self) -> bool {
        self.failures == 0
    }
}

/// An item that a run could not write. Nothing of it was changed, unless its error's
/// [`outcome`](Error::outcome) is unknown.
#[non_exhaustive]
pub struct FailedItem {
    /// Its key in the table.
    pub key: ItemKey,
    /// Why. Where a value cannot stand in an index's key, it names that index and its template.
    pub error: Error,
}

/// The error names the key, without what is sensitive in it.
impl fmt::Debug for FailedItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailedItem").field("error", &self.error).finish_non_exhaustive()
    }
}
