//! The values that an item loses, and whose their sentinels are.

use super::sentinel::{Sentinel, not_unique};
use crate::{Item, Result, client::transport::attempts::Attempts, schema::EntitySchema};

/// The sentinels that were found to be other items', of values that this item has without them. They are left alone.
///
/// What was found is not believed: the transaction that leaves a sentinel alone checks that it is not this item's.
/// Where it has become so in the meantime, the next transaction gives it up.
#[derive(Debug, Default)]
pub(crate) struct Foreign {
    found: Vec<Sentinel>,
}

/// The sentinels of the values that an item loses.
#[derive(Debug, Default)]
pub(crate) struct GivenUp {
    /// Those to be deleted.
    pub(super) ours: Vec<Sentinel>,
    /// Those to be left alone.
    pub(super) foreign: Vec<Sentinel>,
}

impl Foreign {
    /// What an item gives up that had these sentinels, and has taken those then.
    pub(crate) fn given_up(&self, had: Vec<Sentinel>, taken: &[Sentinel]) -> GivenUp {
        let is_among = |sentinel: &Sentinel, among: &[Sentinel]| among.iter().any(|other| other.key == sentinel.key);
        let lost = had.into_iter().filter(|sentinel| !is_among(sentinel, taken));
        let (foreign, ours) = lost.partition(|sentinel| is_among(sentinel, &self.found));
        GivenUp { ours, foreign }
    }

    /// Judges a sentinel whose condition failed. The item can be read and written again if this returns `Ok`.
    ///
    /// # Errors
    ///
    /// [`NotUnique`](crate::ErrorKind::NotUnique) if another item has a value that this item takes;
    /// [`Service`](crate::ErrorKind::Service) if the answer to an attempt was lost.
    pub(crate) fn judge(
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
            return Err(attempts.overtaken());
        }
        self.refused(sentinel);
        Ok(())
    }

    /// A sentinel of a value that the item loses was refused: to be deleted, for it is another item's; or to be left
    /// alone, for it is this item's by now.
    pub(crate) fn refused(&mut self, sentinel: Sentinel) {
        match self.found.iter().position(|found| found.key == sentinel.key) {
            Some(place) => drop(self.found.swap_remove(place)),
            None => self.found.push(sentinel),
        }
    }
}

impl GivenUp {
    /// All of them, as the transaction has them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Sentinel> {
        self.ours.iter().chain(&self.foreign)
    }
}
