//! What is to become of an item.

use super::change::Change;
use crate::{Item, Result, key::ItemKey};

/// What a run is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Backfill,
    UpdateEach,
    DeleteEach,
}

impl Kind {
    pub(crate) fn operation(self) -> &'static str {
        match self {
            Self::Backfill => "backfill",
            Self::UpdateEach => "update_each",
            Self::DeleteEach => "delete_each",
        }
    }

    /// What it does to an item.
    pub(super) fn done(self) -> &'static str {
        match self {
            Self::Backfill => "backfilled",
            Self::UpdateEach => "updated",
            Self::DeleteEach => "deleted",
        }
    }

    /// Whether deciding twice on one item does the same as once, also where the first decision has been carried out.
    pub(super) fn is_idempotent(self) -> bool {
        match self {
            Self::Backfill | Self::DeleteEach => true,
            Self::UpdateEach => false,
        }
    }
}

/// Decides on an item of this table key.
///
/// An error is that of the item: it is counted, and the run goes on.
pub(crate) type Decide<'a> = Box<dyn FnMut(&ItemKey, &Item) -> Result<Decision> + Send + 'a>;

/// What is to become of an item.
#[derive(Debug)]
pub(crate) enum Decision {
    /// The user's function leaves it.
    Skip,
    /// It is as it shall be.
    Unchanged,
    Write(Change),
}
