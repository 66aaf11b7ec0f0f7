//! Details of an error: the stored version is not the required one.

use std::fmt;

use crate::attributes::Item;

/// The version that a write required, and the stored version.
///
/// Returned by [`Error::version_conflict`](crate::Error::version_conflict).
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct VersionConflict {
    /// The version that the write required.
    pub expected: u64,
    /// The version of the stored item: 0 if it has no version. `None` if there is no item, or if its version is not an
    /// integer.
    pub found: Option<u64>,
    pub(crate) stored: Option<Item>,
}

/// Omits the stored item, which may contain values that must not be logged.
impl fmt::Debug for VersionConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VersionConflict")
            .field("expected", &self.expected)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}
