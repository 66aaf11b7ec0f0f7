//! Represents the outcome of a write of a sweep.

use crate::{Error, Item};

/// The outcome of a write.
pub(super) enum Written {
    Done,
    /// The item was changed or deleted meanwhile.
    Changed(Option<Item>),
    /// DynamoDB refuses this item, but may accept others.
    Refused(Error),
}
