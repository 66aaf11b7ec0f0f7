//! Writes an item that may still be stored under an older key.

use super::{EXISTS_UNDER_OLDER_KEY, PutItem, Rule};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        conditional::condition_failed,
        legacy::{older_items::older_items, relocate::Relocation},
        read_keys::read_keys,
        transport::{attempts::Attempts, transact::Transacted},
    },
    item::{
        encode::Encoded,
        expiry::is_expired,
        legacy::are_same,
        locate::key_item,
        stored::{key_text, stored_key},
        version::Version,
    },
    key::ItemKey,
};

/// The maximum number of attempts to find an item that other writers move.
const MOVES: usize = 5;

impl PutItem<'_> {
    /// Writes the item under its current key, although it may be stored under these older ones.
    pub(super) async fn write_over_older_copies(
        &self,
        encoded: Encoded,
        older: &[ItemKey],
        attempts: &Attempts,
    ) -> Result<()> {
        let key = encoded.key.clone();
        let written = match self.rule {
            Rule::Create => self.create_unless_older_copy(&encoded.item, older, attempts).await,
            Rule::Replace => self.replace_older_copy(encoded, attempts).await,
            Rule::Put => self.put_over_older_copies(encoded, older, attempts).await,
        };
        written.map_err(|error| error.at_key(key_text(self.entity.schema(), &key)))
    }

    /// Puts an item that has a version. It replaces the item of the previous version, under whichever key that is
    /// stored, or creates the item.
    async fn put_over_older_copies(&self, encoded: Encoded, older: &[ItemKey], attempts: &Attempts) -> Result<()> {
        let item = encoded.item.clone();
        let mut first = Some(encoded);
        for _ in 0..MOVES {
            let encoded = first.take().map_or_else(|| self.encoded(self.shard), Ok)?;
            match self.replace_older_copy(encoded, attempts).await {
                Err(error) if error.kind() == ErrorKind::NotFound && !attempts.lost() => {}
                result => return result,
            }
            if let Some(version) = self.entity.version()?.filter(|version| version.expected > 0) {
                return Err(attempts.in_doubt(version.conflict(self.entity.schema(), None)));
            }
            match self.create_unless_older_copy(&item, older, attempts).await {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && !attempts.lost() => {}
                result => return result,
            }
        }
        Err(attempts.in_doubt(moved()))
    }

    fn relocation<'r>(&'r self, item: &'r Item) -> Relocation<'r> {
        let (caller_condition, now) = (self.caller_condition.expression(), self.stamp.at);
        Relocation { handle: self.handle, entity: self.entity.schema(), item, caller_condition, now }
    }

    /// Creates the item, unless it exists under one of these older keys.
    async fn create_unless_older_copy(&self, item: &Item, older: &[ItemKey], attempts: &Attempts) -> Result<()> {
        let refused = match self.relocation(item).create(older, attempts).await? {
            Transacted::Applied => return Ok(()),
            Transacted::Refused(refused) => refused,
        };
        match refused.into_iter().find(|(place, _)| *place == 0) {
            Some((_, stored)) => self.refused(Rule::Create, stored.as_ref(), self.shard, attempts),
            None if !older.is_empty() && !attempts.lost() && self.stored_has_expired(item).await? => {
                Box::pin(self.create_unless_older_copy(item, &[], attempts)).await
            }
            None => Err(attempts.in_doubt(Error::new(ErrorKind::AlreadyExists, EXISTS_UNDER_OLDER_KEY))),
        }
    }

    /// Whether the item that is stored under the key of this one has expired. The newest copy decides: older copies
    /// that it supersedes must not reappear.
    async fn stored_has_expired(&self, item: &Item) -> Result<bool> {
        let entity = self.entity.schema();
        let Some(key) = stored_key(entity, 0, item).filter(|_| entity.ttl_attribute().is_some()) else {
            return Ok(false);
        };
        let stored = read_keys(self.handle, entity, vec![key_item(entity, &key)], true).await?;
        Ok(stored.iter().any(|stored| are_same(entity, item, stored) && is_expired(entity, stored, self.stamp.at)))
    }

    /// Replaces the item, and moves it if it is under an older key.
    async fn replace_older_copy(&self, encoded: Encoded, attempts: &Attempts) -> Result<()> {
        let key = encoded.key.clone();
        match self.write(Rule::Replace, encoded, attempts).await {
            Err(error) if error.kind() == ErrorKind::NotFound && !attempts.lost() => {
                self.take_over(&key, attempts).await
            }
            result => result.map(drop),
        }
    }

    /// Replaces an item that was not under its current key.
    async fn take_over(&self, key: &ItemKey, attempts: &Attempts) -> Result<()> {
        let entity = self.entity.schema();
        for _ in 0..MOVES {
            let encoded = self.encoded(self.shard)?;
            let mut older = older_items(self.handle, entity, &|field| self.entity.value(field), true).await?;
            older.retain(|stored| {
                are_same(entity, &encoded.item, stored) && stored_key(entity, 0, stored).as_ref() != Some(key)
            });
            // The newest copy decides: older copies must not reappear after it has expired.
            if older.first().is_some_and(|newest| is_expired(entity, newest, self.stamp.at))
                || self.stored_has_expired(&encoded.item).await?
            {
                older.clear();
            }
            let Some(newest) = older.first() else {
                // It may have moved in the meantime.
                return self.write(Rule::Replace, encoded, attempts).await.map(drop);
            };
            if let Some(version) = self.entity.version()?
                && Version::stored(entity, newest) != Some(version)
            {
                return Err(attempts.in_doubt(version.conflict(entity, Some(newest))));
            }
            match self.relocation(&encoded.item).take_over(&older, attempts).await? {
                Transacted::Applied => return Ok(()),
                // The item has not changed since it was read, so the caller's condition has failed.
                Transacted::Refused(refused)
                    if self.caller_condition.expression().is_some()
                        && refused.iter().any(|(place, stored)| *place == 1 && stored.as_ref() == Some(newest)) =>
                {
                    return Err(attempts.in_doubt(condition_failed(Some(newest))));
                }
                Transacted::Refused(_) if attempts.lost() => return Err(attempts.concurrent_change_error()),
                Transacted::Refused(_) => {}
            }
            match self.write(Rule::Replace, encoded, attempts).await {
                Err(error) if error.kind() == ErrorKind::NotFound && !attempts.lost() => {}
                result => return result.map(drop),
            }
        }
        Err(attempts.in_doubt(moved()))
    }
}

fn moved() -> Error {
    let message = format!("the item was moved {MOVES} times during the replace; wait and repeat");
    Error::new(ErrorKind::Service, message)
}
