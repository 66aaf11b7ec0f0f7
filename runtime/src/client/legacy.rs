//! Finds items that are still stored under a key of an older design (`legacy`), and moves them on a write.

pub(crate) mod older_items;
pub(crate) mod relocate;
