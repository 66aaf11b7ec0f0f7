//! The declared limits of a query's pages.

/// The limits of the pages of a query: `page(items = 50, max_rcu = 40)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageLimit {
    /// The number of items of a page without a `limit`, and the largest `limit`.
    pub items: u64,
    /// The read capacity units that a page never exceeds. `None` if they are not declared.
    pub max_rcu: Option<u64>,
}
