//! The order of a query.

use std::cmp::Ordering;

/// The order in which a query returns sort keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// Lowest first: oldest first, if the sort key begins with a time.
    #[default]
    Ascending,
    /// Highest first: newest first, if the sort key begins with a time.
    Descending,
}

impl Direction {
    /// Compares two sort keys in this direction.
    pub(crate) fn order<K: Ord>(self, a: &K, b: &K) -> Ordering {
        match self {
            Self::Ascending => a.cmp(b),
            Self::Descending => b.cmp(a),
        }
    }
}
