//! Reports the outcome of the items of a run.

use std::fmt;

use crate::{Error, key::ItemKey};

/// Reports the outcome of the items in one run of a `backfill`, an `update_each` or a `delete_each`. Each item that
/// matched is written, in doubt, unchanged, skipped, expired, superseded, deleted meanwhile or failed.
#[derive(Debug, Default)]
#[non_exhaustive]
#[must_use = "the items that failed are in here"]
pub struct SweepReport {
    /// The items that the scan has read, including those of other entities.
    pub scanned: u64,
    /// The items of the entity.
    pub matched: u64,
    /// The number of items that were written or deleted. A [dry run](crate::client::Sweep::dry_run) writes nothing, and
    /// counts the items that would be.
    pub written: u64,
    /// Items that have the desired form after the response to a request was lost. Either the request was carried out,
    /// or another writer made the same change. Run again to process items that still differ.
    pub in_doubt: u64,
    /// Items that already had the desired form, or that another writer changed to it meanwhile.
    pub unchanged: u64,
    /// Items that the function of `update_each` or `delete_each` left unchanged.
    pub skipped: u64,
    /// The number of times that an item was processed again because another writer had changed it after the read.
    pub changed_meanwhile: u64,
    /// Items that were deleted between their read and their write, or replaced by another entity's item. This includes
    /// older copies of an item that `delete_each` deleted with the item.
    pub deleted_meanwhile: u64,
    /// Items that were left unchanged because they have expired.
    pub expired: u64,
    /// Copies under older keys (`legacy`) of items that are also stored under a newer key. `update_each` and
    /// `delete_each` process the newest copy only. `delete_each` deletes the others with it, and `rekey` without it.
    pub superseded: u64,
    /// Items that could not be written, with the reason. Contains the first 1,000 of them.
    pub failed: Vec<FailedItem>,
    /// The number of items that could not be written.
    pub failures: u64,
    /// The number of requests that DynamoDB throttled. Each was retried after a pause.
    pub throttles: u64,
    /// The read capacity units that the table consumed.
    pub rcu: f64,
    /// The write capacity units that the table and its indexes consumed. The cost of a failed condition is computed,
    /// because DynamoDB does not report it. In a dry run, the whole cost is computed.
    pub wcu: f64,
    /// Whether the run continued an earlier one, whose items it does not count.
    pub resumed: bool,
}

impl SweepReport {
    /// The number of failed items kept in the report.
    pub(super) const MAX_FAILED_ITEMS: usize = 1_000;

    /// Returns whether no item failed.
    pub fn is_complete(&self) -> bool {
        self.failures == 0
    }

    /// Returns whether the run went over all items of the entity, and found each in the form that it should have. After
    /// a [`rekey`](crate::client::Handle::rekey), no item is then left under an older key.
    pub fn is_settled(&self) -> bool {
        !self.resumed && self.unchanged == self.matched
    }
}

/// An item that a run could not write. It is unchanged, unless the [`outcome`](Error::outcome) of the error is unknown.
#[non_exhaustive]
pub struct FailedItem {
    /// Its key in the table.
    pub key: ItemKey,
    /// The reason. If a value cannot be used in an index's key, the error names the index and its template.
    pub error: Error,
}

/// The error names the key without sensitive values.
impl fmt::Debug for FailedItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailedItem").field("error", &self.error).finish_non_exhaustive()
    }
}
