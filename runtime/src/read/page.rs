//! What a query returns.

use super::Cursor;

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
    /// The partition keys that were asked.
    pub lanes: usize,
    /// The requests.
    pub requests: usize,
    /// The rounds of requests, one after the other.
    pub rounds: usize,
    /// The items that DynamoDB evaluated, returned or not.
    pub items_read: usize,
    /// The items that were left out because a newer generation of the same key holds them too.
    pub superseded: usize,
    /// The read capacity units (RCU) that DynamoDB charged.
    pub rcu: f64,
}
