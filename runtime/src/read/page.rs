//! The results of a query.

use std::{cmp::Ordering, fmt};

use super::Cursor;
use crate::{Error, key::KeyScalar};

/// One page of a query's result.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in the query's order.
    pub items: Vec<T>,
    /// The cursor of the next page. `None` on the last page. A page can be empty and still have a cursor.
    pub cursor: Option<Cursor>,
    /// The cost of reading the page.
    pub stats: Stats,
}

/// Iterates over the items. The cursor and the statistics are dropped.
impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

/// One page of a query's result, without the items of lanes that could not be read, and without those that do not
/// decode.
///
/// The items are those of the lanes that answered, in order. The next page, by the cursor, starts with the items that
/// the failed lanes omitted and then continues after this page, so each item is returned once. With older keys
/// (`legacy`), an older copy of an item can be returned while the lane of the newer copy fails; the newer copy then
/// follows on a later page.
///
/// An item that does not decode counts towards the limit, and the next page starts after it.
///
/// The call fails only if no lane answered, or if the reason affects all lanes: the table does not exist.
#[derive(Debug)]
#[non_exhaustive]
pub struct PartialPage<T> {
    /// The items, in the query's order.
    pub items: Vec<T>,
    /// The lanes that failed. Their items on this page may be missing. Empty if the page is complete.
    pub failed: Vec<FailedLane>,
    /// The errors of items that do not decode, in the query's order. Each names the item's [key](Error::key).
    pub undecodable: Vec<Error>,
    /// The cursor of the next page. `None` on the last page, if no lane failed.
    pub cursor: Option<Cursor>,
    /// The cost of reading the page.
    pub stats: Stats,
}

/// A lane that could not be read.
#[non_exhaustive]
pub struct FailedLane {
    /// The value of its partition key.
    pub partition_key: KeyScalar,
    /// The error of the last attempt.
    pub error: Error,
}

/// Shows the error, which names the key with sensitive values redacted.
impl fmt::Debug for FailedLane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailedLane").field("error", &self.error).finish_non_exhaustive()
    }
}

/// The number of items that a query matches. Compares with numbers: `count == 12`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Count {
    /// The number of items.
    pub items: u64,
    /// The cost of counting. DynamoDB reads every item that it counts.
    pub stats: Stats,
}

impl PartialEq<u64> for Count {
    fn eq(&self, items: &u64) -> bool {
        self.items == *items
    }
}

impl PartialOrd<u64> for Count {
    fn partial_cmp(&self, items: &u64) -> Option<Ordering> {
        self.items.partial_cmp(items)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

/// The cost of a read: requests, items and read capacity units (RCU).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Stats {
    /// Time buckets that were read; 1 if the key has none.
    pub buckets: usize,
    /// Lanes that were read: distinct partition keys.
    pub lanes: usize,
    /// Requests that were sent, including retries and hedges.
    pub requests: usize,
    /// Hedges among the requests: second copies of requests whose response was late.
    pub hedges: usize,
    /// Requests that DynamoDB throttled.
    pub throttles: usize,
    /// Sequential rounds of requests. The latency of the read is about that of this many requests.
    pub rounds: usize,
    /// Items that DynamoDB evaluated, whether they were returned or not.
    pub items_read: usize,
    /// Items that were omitted because a newer key of the entity has them too. With [`hydrate`](super::Query::hydrate),
    /// their index entries.
    pub superseded: usize,
    /// Items of entities that the collection does not list, omitted by `skip_unknown`.
    pub unknown: usize,
    /// With [`hydrate`](super::Query::hydrate), index entries whose item no longer exists in the table.
    pub vanished: usize,
    /// With [`hydrate`](super::Query::hydrate), items that no longer match the query.
    pub changed: usize,
    /// Items that were omitted because they have expired.
    pub expired: usize,
    /// Read capacity units that DynamoDB reported. Requests that were still in flight when the result was complete are
    /// not included, and neither is the slower copy of a hedged request.
    pub rcu: f64,
}

impl Stats {
    /// Adds the cost of another part of the read.
    pub(crate) fn and(self, more: Self) -> Self {
        Self {
            buckets: self.buckets.saturating_add(more.buckets),
            lanes: self.lanes.saturating_add(more.lanes),
            requests: self.requests.saturating_add(more.requests),
            hedges: self.hedges.saturating_add(more.hedges),
            throttles: self.throttles.saturating_add(more.throttles),
            rounds: self.rounds.saturating_add(more.rounds),
            items_read: self.items_read.saturating_add(more.items_read),
            superseded: self.superseded.saturating_add(more.superseded),
            unknown: self.unknown.saturating_add(more.unknown),
            vanished: self.vanished.saturating_add(more.vanished),
            changed: self.changed.saturating_add(more.changed),
            expired: self.expired.saturating_add(more.expired),
            rcu: self.rcu + more.rcu,
        }
    }
}
