//! The order of a query.

use std::cmp::Ordering;

/// The order in which a query returns sort keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// From the lowest: oldest first, where the sort key begins with a time.
    #[default]
    Ascending,
    /// From the highest: newest first.
    Descending,
}

impl Direction {
    /// How two sort keys follow one another in this direction.
    pub(crate) fn order<K: Ord>(self, a: &K, b: &K) -> Ordering {
        match self {
            Self::Ascending => a.cmp(b),
            Self::Descending => b.cmp(a),
        }
    }
}
