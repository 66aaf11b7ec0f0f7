//! Deletes an item that can also be stored under older keys, if it meets the caller's requirements.

use super::Delete;
use crate::{
    Entity, Item, Result,
    client::{
        conditional::condition_failed,
        get::Get,
        legacy::relocate::removals,
        optimistic::{Decide, Deciding, Decision, Refused, optimistic},
        transport::attempts::Attempts,
    },
    item::{expiry::is_expired, stored::schema, version::Version},
    key::clock::now,
};

impl<E: Entity> Delete<'_, E> {
    /// Deletes all copies of the item in one transaction, so that the newest one can be checked, and none is moved to
    /// another key meanwhile.
    pub(super) async fn delete_all_copies(
        &self,
        version: Option<Version>,
        get: &Get<'_, E>,
        attempts: &Attempts,
    ) -> Result<()> {
        let removal = Removal { delete: self, version, get, newest: None };
        optimistic(self.handle, schema::<E>(), attempts, "deleted", removal).await
    }
}

/// The delete of all copies of an item.
struct Removal<'r, 'a, E: Entity> {
    delete: &'r Delete<'a, E>,
    version: Option<Version>,
    get: &'r Get<'a, E>,
    /// The newest copy that the last transaction deletes.
    newest: Option<Item>,
}

impl<E: Entity> Removal<'_, '_, E> {
    async fn next(&mut self, refused: Refused) -> Result<Decision<()>> {
        let (entity, caller_condition) = (schema::<E>(), self.delete.caller_condition.expression());
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

impl<E: Entity> Decide for Removal<'_, '_, E> {
    type Output = ();

    fn decide(&mut self, refused: Refused) -> Deciding<'_, ()> {
        Box::pin(self.next(refused))
    }
}
