//! What a query returns.

use std::fmt;

use super::Cursor;
use crate::{Error, key::KeyScalar};

/// A page of an answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in order.
    pub items: Vec<T>,
    /// Where the next page begins; `None` only at the end. A page may be empty and have a cursor.
    pub cursor: Option<Cursor>,
    /// What the page took.
    pub stats: Stats,
}

/// A page of an answer of which some lanes may be missing.
///
/// Its items are those of the lanes that answered, in order. The cursor goes on with what the failed lanes left out,
/// and then behind the page as always: each item comes once, those of failed lanes late. Where an entity has older keys
/// (`legacy`), an older copy of an item can come while the lane of the newer one fails, and the newer one with a later
/// page.
///
/// It is an error only where no lane answered, or where the reason is not one lane's: a missing table, an item that
/// does not decode.
#[derive(Debug)]
#[non_exhaustive]
pub struct PartialPage<T> {
    /// The items, in order.
    pub items: Vec<T>,
    /// The lanes that failed: items of theirs before the end of the page may be missing. Empty if the page is whole.
    pub failed: Vec<FailedLane>,
    /// Where the next page begins; `None` only at the end, with nothing left out.
    pub cursor: Option<Cursor>,
    /// What the page took.
    pub stats: Stats,
}

/// A lane that could not be read.
#[non_exhaustive]
pub struct FailedLane {
    /// The value of its partition key.
    pub partition_key: KeyScalar,
    /// Why, after all repetitions.
    pub error: Error,
}

/// The error names the key, without what is sensitive in it.
impl fmt::Debug for FailedLane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailedLane").field("error", &self.error).finish_non_exhaustive()
    }
}

/// How many items a query finds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Count {
    /// The items.
    pub items: u64,
    /// What counting them took: a count reads all that it counts.
    pub stats: Stats,
}

/// What a read took.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Stats {
    /// The buckets that were asked; 1 where the key has none.
    pub buckets: usize,
    /// The partition keys that were asked.
    pub lanes: usize,
    /// The requests that were sent, repetitions and second copies included.
    pub requests: usize,
    /// Of these, the second copies of requests whose answer was late.
    pub hedges: usize,
    /// Of these, the requests that DynamoDB throttled.
    pub throttles: usize,
    /// The requests that had to be answered one after the other: the time it took is about that of so many.
    pub rounds: usize,
    /// The items that DynamoDB evaluated, returned or not.
    pub items_read: usize,
    /// The items that were left out because a newer generation of the same key holds them too; with
    /// [`hydrate`](super::Query::hydrate), the entries of such.
    pub superseded: usize,
    /// The items of entities that a collection does not name, left out by `skip_unknown`.
    pub unknown: usize,
    /// With [`hydrate`](super::Query::hydrate), the items that were left out because the table does not have them any
    /// more.
    pub vanished: usize,
    /// With [`hydrate`](super::Query::hydrate), the items that were left out because the query does not ask for them
    /// any more.
    pub changed: usize,
    /// The items that were left out because their time to live is over.
    pub expired: usize,
    /// The read capacity units (RCU) that DynamoDB reported. What it did not wait for is not in it: requests still in
    /// flight when the answer was complete, and the slower of two copies.
    pub rcu: f64,
}

impl Stats {
    /// With what else was done for the same answer.
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
