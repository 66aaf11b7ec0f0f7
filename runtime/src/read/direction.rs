//! The order of a query.

/// The order in which a query returns sort keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// From the lowest: oldest first, where the sort key begins with a time.
    #[default]
    Ascending,
    /// From the highest: newest first.
    Descending,
}
