//! Describes one finding of an audit: what is wrong, a fix and a note.

use serde::{Deserialize, Serialize};

/// A risk that an audit found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of risk.
    pub risk: Risk,
    /// The index, if the finding is about the keys of an index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// The template of the keys, or the partition key of a collection.
    pub key: String,
    /// What was found.
    pub text: String,
    /// How to fix it.
    pub fix: String,
    /// Background to the finding.
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
    /// All items share one partition key.
    OnePartitionKey,
    /// All items written at about the same time share one partition key.
    OneKeyAtATime,
    /// There are few partition keys.
    FewPartitionKeys,
    /// One partition key holds a large share of the items.
    DominantKey,
    /// An item collection of many GB, in a table where its size has no limit.
    LargeCollection,
}
