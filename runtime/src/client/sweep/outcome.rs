//! What became of a write of a sweep.

use crate::{Error, Item};

/// What became of a write.
pub(super) enum Written {
    Done,
    /// The item is another one by now, or is gone.
    Changed(Option<Item>),
    /// DynamoDB does not take this item so; it may take others.
    Refused(Error),
}
