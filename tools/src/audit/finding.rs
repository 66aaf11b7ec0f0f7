//! A finding: what is wrong, what to do, and what to know about it.

use serde::{Deserialize, Serialize};

/// A risk that an audit found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Finding {
    /// What it is about.
    pub risk: Risk,
    /// The index, where it is about one's keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// The template of the keys, or the partition key of a collection.
    pub key: String,
    /// What was found.
    pub text: String,
    /// What can be done.
    pub fix: String,
    /// What to know about it.
    pub note: String,
}

/// The kinds of findings, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Risk {
    /// An item collection near 10 GB, in a table with local indexes.
    CollectionLimit,
    /// Items near 400 KB.
    ItemLimit,
    /// All items have one partition key.
    OnePartitionKey,
    /// All items of a moment have one partition key.
    OneKeyAtATime,
    /// There are few partition keys.
    FewPartitionKeys,
    /// One partition key has many of the items.
    DominantKey,
    /// An item collection of many GB, which no limit bounds.
    LargeCollection,
}
