//! Deletes an item that is also stored under older keys, if it meets the caller's requirements.

use super::Delete;
use crate::{
    Entity, Error, ErrorKind, Item, Result,
    client::{
        conditional::condition_failed,
        get::Get,
        legacy::relocate,
        transport::{attempts::Attempts, transact::Transacted},
    },
    item::{expiry::is_expired, stored::schema, version::Version},
    key::clock::now,
};

/// The maximum number of attempts to find an item that other writers move.
const MOVES: usize = 5;

impl<E: Entity> Delete<'_, E> {
    /// Deletes all copies of the item in one transaction, so that the newest one can be checked.
    pub(super) async fn delete_all_copies(
        &self,
        version: Option<Version>,
        get: &Get<'_, E>,
        attempts: &Attempts,
    ) -> Result<()> {
        let (entity, caller_condition) = (schema::<E>(), self.caller_condition.expression());
        for _ in 0..MOVES {
            let stored = get.stored_copies().await?;
            let Some(newest) = stored.first() else {
                return self.absent_outcome();
            };
            // An expired item counts as absent, and has no version.
            let alive = Some(newest).filter(|newest| !is_expired(entity, newest, now()));
            if let Some(version) = version.filter(|version| alive.is_some() && !version.matches(entity, alive)) {
                return Err(version.conflict(entity, alive));
            }
            match relocate::remove(self.handle, entity, &stored, caller_condition, attempts).await? {
                Transacted::Applied => return Ok(()),
                Transacted::Refused(refused) => {
                    let unchanged = |(place, now): &(usize, Option<Item>)| *place == 0 && now.as_ref() == Some(newest);
                    if caller_condition.is_some() && refused.iter().any(unchanged) {
                        return Err(condition_failed(alive));
                    }
                    if attempts.lost() {
                        return Err(attempts.concurrent_change_error());
                    }
                }
            }
        }
        let message = format!("the item was moved {MOVES} times during the delete; wait and repeat");
        Err(Error::new(ErrorKind::Service, message))
    }
}
