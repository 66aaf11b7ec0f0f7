//! A simulated item.

/// An item, represented by the numbers of its fields' values.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// When it was created, in nanoseconds.
    pub(super) at: u64,
    /// When an update last moved its entries.
    pub(super) moved: u64,
    /// The turn of its writer, which determines random shards.
    pub(super) turn: u32,
    pub(super) draws: Vec<u64>,
    pub(super) size: usize,
    /// The keys under which it has no entry, one bit each.
    pub(super) absent: u32,
}
