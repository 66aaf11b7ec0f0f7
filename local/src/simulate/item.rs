//! An item that is simulated.

/// An item, by the numbers of its fields' values.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// When it was made, in nanoseconds.
    pub(super) at: u64,
    /// When an update last moved its entries.
    pub(super) moved: u64,
    /// The turn of its writer.
    pub(super) turn: u32,
    pub(super) draws: Vec<u64>,
    pub(super) size: usize,
    /// The keys that it has no entry under, a bit each.
    pub(super) absent: u32,
}
