//! The values that an item releases, and the owners of their sentinels.

use super::sentinel::{Sentinel, not_unique};
use crate::{Item, Result, client::transport::attempts::Attempts, schema::EntitySchema};

/// The sentinels that belong to other items although this item has their values. They are left unchanged.
///
/// The transaction that leaves a sentinel unchanged checks again that it does not belong to this item. If it does by
/// then, the next transaction releases it.
#[derive(Debug, Default)]
pub(crate) struct Foreign {
    found: Vec<Sentinel>,
}

/// The sentinels of the values that an item releases.
#[derive(Debug, Default)]
pub(crate) struct ReleasedSentinels {
    /// The sentinels to delete.
    pub(super) ours: Vec<Sentinel>,
    /// The sentinels to leave unchanged.
    pub(super) foreign: Vec<Sentinel>,
}

impl Foreign {
    /// Returns the sentinels that an item releases, given those that it had and those that it takes.
    pub(crate) fn released(&self, had: Vec<Sentinel>, taken: &[Sentinel]) -> ReleasedSentinels {
        let is_among = |sentinel: &Sentinel, among: &[Sentinel]| among.iter().any(|other| other.key == sentinel.key);
        let lost = had.into_iter().filter(|sentinel| !is_among(sentinel, taken));
        let (foreign, ours) = lost.partition(|sentinel| is_among(sentinel, &self.found));
        ReleasedSentinels { ours, foreign }
    }

    /// Handles a sentinel whose condition failed. If this returns `Ok`, the item can be read and written again.
    ///
    /// # Errors
    ///
    /// [`NotUnique`](crate::ErrorKind::NotUnique) if another item has a value that this item takes;
    /// [`Service`](crate::ErrorKind::Service) if the answer to an attempt was lost.
    pub(crate) fn resolve(
        &mut self,
        entity: &'static EntitySchema,
        taken: &[Sentinel],
        (sentinel, stored): (Sentinel, Option<Item>),
        attempts: &Attempts,
    ) -> Result<()> {
        if taken.iter().any(|taken| taken.key == sentinel.key) {
            return Err(not_unique(entity, sentinel.field, stored.as_ref()));
        }
        if attempts.lost() {
            return Err(attempts.concurrent_change_error());
        }
        self.refused(sentinel);
        Ok(())
    }

    /// Records that a sentinel of a value that the item releases failed its condition: it belongs to another item, or
    /// it was to be left unchanged and now belongs to this item.
    pub(crate) fn refused(&mut self, sentinel: Sentinel) {
        match self.found.iter().position(|found| found.key == sentinel.key) {
            Some(place) => drop(self.found.swap_remove(place)),
            None => self.found.push(sentinel),
        }
    }
}

impl ReleasedSentinels {
    /// Returns all of them, in the order of the transaction.
    pub(super) fn all(&self) -> impl Iterator<Item = &Sentinel> {
        self.ours.iter().chain(&self.foreign)
    }
}
