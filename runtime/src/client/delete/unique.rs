//! Deletes an item with unique fields.

use super::AnyDelete;
use crate::{
    ErrorKind, Result,
    client::{
        condition::Condition,
        get::AnyGet,
        optimistic::wait_for_other_writers,
        transport::{attempts::Attempts, backoff::RetryAttempts},
        unique::{self, Foreign, SentinelWrite, Unchanged, Written},
    },
    item::{
        expiry::is_expired,
        locate::key_item,
        stored::{belongs, wrong_entity},
        version::Version,
    },
    key::{ItemKey, clock::now, lossy::lossy_fields},
    throttling::Backoff,
};

impl AnyDelete<'_> {
    /// Deletes the item and the sentinels of its values, if it has this version and meets the caller's requirements.
    pub(super) async fn delete_unique(
        &self,
        key: &ItemKey,
        version: Option<Version>,
        get: &AnyGet<'_>,
        attempts: &Attempts,
    ) -> Result<()> {
        let (entity, caller_condition) = (self.entity(), self.caller_condition.expression());
        let lossy = lossy_fields(entity);
        let mut foreign = Foreign::default();
        let mut tries = RetryAttempts::new(Backoff::THROTTLED);
        loop {
            // If the key identifies the item, its other attributes need not be decoded.
            let read = if lossy.is_empty() { get.fetch().await? } else { get.stored_at_current_key().await? };
            if let Some(other) = read.as_ref().filter(|read| !belongs(entity, read)) {
                return Err(wrong_entity(entity, other));
            }
            let read = read.as_ref();
            // For an absent item, only the caller's condition remains to be checked.
            if read.is_none() && caller_condition.is_none() {
                return Ok(());
            }
            // An expired item is deleted in any version.
            let version = version.filter(|_| read.is_some_and(|read| !is_expired(entity, read, now())));
            if let Some(version) = version.filter(|version| !version.matches(entity, read)) {
                return Err(version.conflict(entity, read));
            }
            let had = match read.map(|read| (self.sentinels)(entity, read)) {
                None => Vec::new(),
                // Its values are not known. The next writer of such a value takes over the sentinel.
                Some(Err(error)) if error.kind() == ErrorKind::Decode => Vec::new(),
                Some(had) => had?,
            };
            let released = foreign.released(had, &[]);
            let unchanged = Unchanged { entity, read, with_end: false };
            let same = read.filter(|_| !lossy.is_empty());
            let same = same.map(|read| Condition::present(entity).and_same(entity, &lossy, read));
            let of_caller = caller_condition.map(Condition::of_caller);
            let condition =
                Condition::all([Some(unchanged.condition()), same, version.map(Version::condition), of_caller]);
            let write = SentinelWrite {
                handle: self.handle,
                entity,
                key,
                previous_key: key,
                item: vec![unique::delete(self.handle.table_name(), key_item(entity, key), condition)?],
                expires: None,
                taken: &[],
                released: &released,
                sentinels: self.sentinels,
            };
            match write.send(attempts).await? {
                Written::Applied => return Ok(()),
                // Another writer deleted the item meanwhile, and released its values.
                Written::Item(_, None) if caller_condition.is_none() => return Ok(()),
                Written::Item(_, stored) => {
                    // Another item has this key: the requested item is absent.
                    if read.is_none()
                        && let Some(stored) = &stored
                        && !get.accepts(stored)?
                    {
                        return self.absent_outcome();
                    }
                    // If the item that was read is no longer stored, it is read and checked again.
                    if unchanged.holds(stored.as_ref()) {
                        return self.refused(read, stored.as_ref(), version);
                    }
                    if attempts.lost() {
                        return Err(attempts.concurrent_change_error());
                    }
                }
                Written::Sentinel(sentinel, stored) => {
                    foreign.resolve(entity, &[], (sentinel, stored), attempts)?;
                }
            }
            wait_for_other_writers(&mut tries, "deleted").await?;
        }
    }
}
