//! Checks whether keys that time does not renew hold when their table is launched at its peak.
//!
//! DynamoDB places such keys once, and splits hot partitions after minutes. Until then, keys that share a partition
//! throttle, as new keys of a time bucket do after a roll-over.

use super::{KeyLoad, PeakLoad};
use crate::schema::{Launch, TableSchema};

impl KeyLoad<'_> {
    /// Whether partitions must serve the peak of new keys: after each roll-over, or when the table is launched.
    pub(crate) const fn must_be_placed(&self) -> bool {
        self.roll_over().is_some() || is_launched_at_peak(self.key.entity.table)
    }

    /// Whether the keys fit on the partitions of the quota when the table is launched at its peak. Keys that time
    /// renews are checked for each roll-over.
    pub(super) const fn holds_a_launch(&self, peak: &PeakLoad) -> bool {
        // With few values, one value may have the whole load. A separate warning covers that.
        if !self.must_be_placed() || self.roll_over().is_some() || self.share_that_throttles().is_some() {
            return true;
        }
        self.hold_over(peak, self.shards.reached())
    }
}

/// Whether the declared peak may be the first load of the table.
pub(super) const fn is_launched_at_peak(table: &TableSchema) -> bool {
    matches!(table.launch, Launch::Full)
}

#[cfg(test)]
mod tests;
