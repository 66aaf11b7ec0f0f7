//! Represents the decision on an item.

use super::change::Change;
use crate::{Item, Result, key::ItemKey};

/// The kind of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Backfill,
    UpdateEach,
    DeleteEach,
    Rekey,
}

impl Kind {
    pub(crate) fn operation(self) -> &'static str {
        match self {
            Self::Backfill => "backfill",
            Self::UpdateEach => "update_each",
            Self::DeleteEach => "delete_each",
            Self::Rekey => "rekey",
        }
    }

    /// Describes what a run of this kind does to an item.
    pub(super) fn done(self) -> &'static str {
        match self {
            Self::Backfill => "backfilled",
            Self::UpdateEach => "updated",
            Self::DeleteEach => "deleted",
            Self::Rekey => "moved",
        }
    }

    /// Returns whether a second decision on an item has no further effect after the first one was carried out.
    pub(super) fn is_idempotent(self) -> bool {
        match self {
            Self::Backfill | Self::DeleteEach | Self::Rekey => true,
            Self::UpdateEach => false,
        }
    }
}

/// Decides on an item with this table key.
///
/// An error concerns the item only: it is counted, and the run continues.
pub(crate) type Decide<'a> = Box<dyn FnMut(&ItemKey, &Item) -> Result<Decision> + Send + 'a>;

/// The decision on an item.
#[derive(Debug)]
pub(crate) enum Decision {
    /// The user's function leaves the item unchanged.
    Skip,
    /// The item already has the desired form.
    Unchanged,
    Write(Change),
}
