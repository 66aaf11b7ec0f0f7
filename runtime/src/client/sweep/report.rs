//! Reports the outcome of the items of a run.

use std::{fmt, iter::Sum, ops::AddAssign};

use serde::{Deserialize, Serialize};

use crate::{Error, key::ItemKey, workers::Work};

/// Reports the outcome of the items in one run of a `backfill`, an `update_each`, a `delete_each` or a `rekey`. Each
/// item that matched is written, in doubt, unchanged, skipped, expired, superseded, deleted meanwhile or failed.
///
/// The reports of processes that [own](crate::client::Sweep::own) parts of the segments add up to the report of the
/// whole: `reports.into_iter().sum::<SweepReport>()`. To send a report to another process, serialize it: its numbers
/// are kept, but not [`failed`](Self::failed), because errors and keys have no serialized form.
///
/// ```
/// # use keywright::client::SweepReport;
/// # fn main() -> Result<(), serde_json::Error> {
/// let lines = r#"{"matched": 40, "written": 40, "wcu": 40.0}
/// {"matched": 60, "written": 59, "failures": 1, "wcu": 59.0}"#;
/// let reports = lines.lines().map(serde_json::from_str).collect::<Result<Vec<SweepReport>, _>>()?;
/// let whole: SweepReport = reports.into_iter().sum();
/// assert_eq!((whole.matched, whole.written, whole.failures), (100, 99, 1));
/// # Ok(()) }
/// ```
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
#[must_use = "the items that failed are in here"]
pub struct SweepReport {
    /// The items that the scan has read, including those of other entities.
    pub scanned: u64,
    /// The items of the entity.
    pub matched: u64,
    /// The number of items that were written, deleted or moved. A [dry run](crate::client::Sweep::dry_run)
    /// writes nothing, and counts the items that would be.
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
    #[serde(skip)]
    pub failed: Vec<FailedItem>,
    /// The number of items that could not be written.
    pub failures: u64,
    /// The number of segments that the table is divided into.
    pub total_segments: u64,
    /// The number of segments that the run [owned](crate::client::Sweep::own). In a sum, those of all runs.
    pub owned_segments: u64,
    /// The owned segments that the run did not complete within its [time limit](crate::client::Sweep::time_limit).
    pub unfinished_segments: u64,
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

    /// Returns whether the run processed all items of the entity, and found each in the form that it should have. After
    /// a [`rekey`](crate::client::Handle::rekey), no item is then left under an older key.
    ///
    /// A run that owned a part of the segments is not settled. The sum of the reports is, if each segment was owned by
    /// one of the runs.
    pub fn is_settled(&self) -> bool {
        self.covers_table() && self.unchanged == self.matched
    }

    /// Returns whether the run read the whole table: all segments, each from its beginning to its end.
    ///
    /// The sum of several reports does, if each segment was owned by one of the runs.
    pub fn covers_table(&self) -> bool {
        let is_whole = self.owned_segments > 0 && self.owned_segments == self.total_segments;
        !self.resumed && is_whole && self.unfinished_segments == 0
    }
}

impl Work<SweepReport> {
    /// Adds the report of a run of this share. The share is done if the run completed all of its segments.
    pub fn with(mut self, report: SweepReport) -> Self {
        self.done = report.unfinished_segments == 0;
        // The report states the final state of the segments of the share.
        self.report.unfinished_segments = 0;
        self.report.owned_segments = 0;
        self.report += report;
        self
    }
}

impl AddAssign for SweepReport {
    fn add_assign(&mut self, other: Self) {
        let Self { failed, .. } = other;
        let counts = [
            (&mut self.scanned, other.scanned),
            (&mut self.matched, other.matched),
            (&mut self.written, other.written),
            (&mut self.in_doubt, other.in_doubt),
            (&mut self.unchanged, other.unchanged),
            (&mut self.skipped, other.skipped),
            (&mut self.changed_meanwhile, other.changed_meanwhile),
            (&mut self.deleted_meanwhile, other.deleted_meanwhile),
            (&mut self.expired, other.expired),
            (&mut self.superseded, other.superseded),
            (&mut self.failures, other.failures),
            (&mut self.owned_segments, other.owned_segments),
            (&mut self.unfinished_segments, other.unfinished_segments),
            (&mut self.throttles, other.throttles),
        ];
        for (count, other) in counts {
            *count = count.saturating_add(other);
        }
        self.total_segments = self.total_segments.max(other.total_segments);
        self.resumed |= other.resumed;
        self.rcu += other.rcu;
        self.wcu += other.wcu;
        let room = Self::MAX_FAILED_ITEMS.saturating_sub(self.failed.len());
        self.failed.extend(failed.into_iter().take(room));
    }
}

impl Sum for SweepReport {
    fn sum<I: Iterator<Item = Self>>(reports: I) -> Self {
        reports.fold(Self::default(), |mut sum, report| {
            sum += report;
            sum
        })
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
