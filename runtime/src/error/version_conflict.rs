//! That another version is stored than a write demands.

use std::fmt;

use crate::attributes::Item;

/// Which version a write demanded, and which is stored.
///
/// [`Error::version_conflict`](crate::Error::version_conflict) has it.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct VersionConflict {
    /// The version that the write demanded.
    pub expected: u64,
    /// The version of the item that is stored: 0 for one without a version. `None` where there is no item, or its
    /// version is not a whole number.
    pub found: Option<u64>,
    pub(crate) stored: Option<Item>,
}

/// Without the stored item, which may hold what is not for logs.
impl fmt::Debug for VersionConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VersionConflict")
            .field("expected", &self.expected)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}
