//! The results of a scan.

use std::{iter::Sum, ops::AddAssign};

use serde::{Deserialize, Serialize};

use crate::{Error, client::Checkpoint};

/// The items that awaiting a scan returns: up to its limit or, without a limit, all of them.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ScanPage<O> {
    /// The items, in no order.
    pub items: Vec<O>,
    /// The position of the next page, for [`Scan::resume`](super::Scan::resume). `None` at the end of the scan. A page
    /// can be empty and still have a checkpoint.
    pub checkpoint: Option<Checkpoint>,
    /// The cost of reading the page.
    pub stats: ScanStats,
}

/// The items that awaiting a partial scan returns, without those of segments that could not be read.
///
/// A scan that resumes at the checkpoint starts with the items that the failed segments omitted. An item that does not
/// decode counts towards the limit, and the checkpoint is after it. The call fails only if no segment was answered, or
/// if the reason affects all segments: the table does not exist.
#[derive(Debug)]
#[non_exhaustive]
pub struct PartialScanPage<O> {
    /// The items, in no order.
    pub items: Vec<O>,
    /// The segments that failed. Empty if the page is complete.
    pub failed: Vec<FailedSegment>,
    /// The errors of items that do not decode. Each names the item's [key](Error::key).
    pub undecodable: Vec<Error>,
    /// The position of the next page. `None` at the end of the scan, if no segment failed.
    pub checkpoint: Option<Checkpoint>,
    /// The cost of reading the page.
    pub stats: ScanStats,
}

/// A segment of a scan that could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct FailedSegment {
    /// Its number, counted from 0.
    pub segment: usize,
    /// The error of the last attempt.
    pub error: Error,
}

/// The number of items that a scan finds. The counts of processes that [own](super::Scan::own) parts of the segments
/// add up: `counts.into_iter().sum::<ScanCount>()`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ScanCount {
    /// The number of items.
    pub items: u64,
    /// The cost of counting. DynamoDB reads every item that it counts.
    pub stats: ScanStats,
}

/// The cost of a scan: requests, items and read capacity units (RCU). The costs of several scans add up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ScanStats {
    /// The segments that the scan is divided into, also by other processes. In a sum, the largest number.
    pub segments: usize,
    /// The requests that were sent, including retries.
    pub requests: usize,
    /// Of these, the requests that DynamoDB throttled.
    pub throttles: usize,
    /// The items that DynamoDB evaluated, including those of other entities.
    pub items_read: usize,
    /// The items that were returned.
    pub items_returned: usize,
    /// The items that were omitted because they have expired.
    pub expired: usize,
    /// The items that were omitted although their keys have the words of the entity's key: they are keys of no listed
    /// entity, because a value has another form. Only in tables whose keys decide which entity an item belongs to. If
    /// the table does not list its entities, these items can be of another entity with the same words.
    /// [`strict`](super::Scan::strict) makes each an error.
    pub unparsed: usize,
    /// The keys of the first 10 of them, with sensitive values redacted.
    pub unparsed_keys: Vec<String>,
    /// The read capacity units (RCU) that DynamoDB reported.
    pub rcu: f64,
}

impl ScanStats {
    /// The number of keys that are kept of items that were omitted.
    const MAX_UNPARSED_KEYS: usize = 10;

    /// Counts an item whose key is of no listed entity, by its error.
    pub(super) fn count_unparsed(&mut self, error: &Error) {
        self.unparsed += 1;
        if self.unparsed_keys.len() < Self::MAX_UNPARSED_KEYS {
            self.unparsed_keys.extend(error.key().map(str::to_owned));
        }
    }
}

impl AddAssign for ScanStats {
    fn add_assign(&mut self, other: Self) {
        self.segments = self.segments.max(other.segments);
        let counts = [
            (&mut self.requests, other.requests),
            (&mut self.throttles, other.throttles),
            (&mut self.items_read, other.items_read),
            (&mut self.items_returned, other.items_returned),
            (&mut self.expired, other.expired),
            (&mut self.unparsed, other.unparsed),
        ];
        for (count, other) in counts {
            *count = count.saturating_add(other);
        }
        let room = Self::MAX_UNPARSED_KEYS.saturating_sub(self.unparsed_keys.len());
        self.unparsed_keys.extend(other.unparsed_keys.into_iter().take(room));
        self.rcu += other.rcu;
    }
}

impl Sum for ScanStats {
    fn sum<I: Iterator<Item = Self>>(stats: I) -> Self {
        stats.fold(Self::default(), |mut sum, stats| {
            sum += stats;
            sum
        })
    }
}

impl Sum for ScanCount {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, count| {
            sum.items = sum.items.saturating_add(count.items);
            sum.stats += count.stats;
            sum
        })
    }
}
