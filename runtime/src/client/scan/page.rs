//! What a scan returns.

use crate::{Error, client::Checkpoint};

/// A page of a scan.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ScanPage<O> {
    /// The items, in no order.
    pub items: Vec<O>,
    /// Where the next page begins, for [`Scan::resume`](super::Scan::resume); `None` only at the end. A page may be
    /// empty and have one.
    pub checkpoint: Option<Checkpoint>,
    /// What the page took.
    pub stats: ScanStats,
}

/// A page of a scan of which some segments may be missing: what they left out comes with the next page, which the
/// checkpoint begins.
///
/// It is an error only where no segment answered, or where the reason is not one segment's: a missing table, an item
/// that does not decode.
#[derive(Debug)]
#[non_exhaustive]
pub struct PartialScanPage<O> {
    /// The items, in no order.
    pub items: Vec<O>,
    /// The segments that failed. Empty if the page is whole.
    pub failed: Vec<FailedSegment>,
    /// Where the next page begins; `None` only at the end, with nothing left out.
    pub checkpoint: Option<Checkpoint>,
    /// What the page took.
    pub stats: ScanStats,
}

/// A segment of a scan that could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct FailedSegment {
    /// Its number, counted from 0.
    pub segment: usize,
    /// Why, after all repetitions.
    pub error: Error,
}

/// How many items a scan finds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ScanCount {
    /// The items.
    pub items: u64,
    /// What counting them took: a count reads all that it counts.
    pub stats: ScanStats,
}

/// What a scan took.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct ScanStats {
    /// The segments that the scan is divided into.
    pub segments: usize,
    /// The requests that were sent, repetitions included.
    pub requests: usize,
    /// Of these, the requests that DynamoDB throttled.
    pub throttles: usize,
    /// The items that DynamoDB evaluated, other entities' included.
    pub items_read: usize,
    /// The items that were returned.
    pub items_returned: usize,
    /// The items that were left out because their time to live is over.
    pub expired: usize,
    /// The read capacity units (RCU) that DynamoDB reported.
    pub rcu: f64,
}
