//! Deletes an item that can also be stored under older keys, if it meets the caller's requirements.

use super::AnyDelete;
use crate::{
    Item, Result,
    client::{
        conditional::condition_failed,
        get::AnyGet,
        legacy::relocate::removals,
        optimistic::{Decide, Deciding, Decision, Refused, optimistic},
        transport::attempts::Attempts,
    },
    item::{expiry::is_expired, version::Version},
    key::clock::now,
};

impl AnyDelete<'_> {
    /// Deletes all copies of the item in one transaction, so that the newest one can be checked, and none is moved to
    /// another key meanwhile.
    pub(super) async fn delete_all_copies(
        &self,
        version: Option<Version>,
        get: &AnyGet<'_>,
        attempts: &Attempts,
    ) -> Result<()> {
        let removal = Removal { delete: self, version, get, newest: None };
        optimistic(self.handle, self.entity(), attempts, "deleted", removal).await
    }
}

/// The delete of all copies of an item.
struct Removal<'r, 'a> {
    delete: &'r AnyDelete<'a>,
    version: Option<Version>,
    get: &'r AnyGet<'a>,
    /// The newest copy that the last transaction deletes.
    newest: Option<Item>,
}

impl Removal<'_, '_> {
    async fn next(&mut self, refused: Refused) -> Result<Decision<()>> {
        let (entity, caller_condition) = (self.delete.entity(), self.delete.caller_condition.expression());
        let is_alive = |newest: &&Item| !is_expired(entity, newest, now());
        // The item has not changed since it was read, so the caller's condition has failed.
        if let Some(newest) = self.newest.take()
            && caller_condition.is_some()
            && refused.iter().any(|(place, stored)| *place == 0 && stored.as_ref() == Some(&newest))
        {
            return Err(condition_failed(Some(&newest).filter(is_alive)));
        }
        let stored = self.get.stored_copies().await?;
        let Some(newest) = stored.first() else {
            return self.delete.absent_outcome().map(Decision::Done);
        };
        // An expired item counts as absent, and has no version.
        let alive = Some(newest).filter(is_alive);
        if let Some(version) = self.version.filter(|version| alive.is_some() && !version.matches(entity, alive)) {
            return Err(version.conflict(entity, alive));
        }
        let actions = removals(self.delete.handle, entity, &stored, caller_condition)?;
        self.newest = stored.into_iter().next();
        Ok(Decision::Transact(actions, Some(())))
    }
}

impl Decide for Removal<'_, '_> {
    type Output = ();

    fn decide(&mut self, refused: Refused) -> Deciding<'_, ()> {
        Box::pin(self.next(refused))
    }
}
