//! Writes an item that may still be stored under an older key.

use super::{EXISTS_UNDER_OLDER_KEY, PutItem, Rule};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        conditional::condition_failed,
        legacy::{
            older_items::{items_at_one_instant, older_items},
            relocate::Relocation,
        },
        optimistic::{Decide, Deciding, Decision, Refused, optimistic},
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
            Rule::Replace | Rule::Put => {
                let (key, first) = (key.clone(), Some(encoded));
                let write = TakingOver { put: self, key, older, first, attempts, newest: None };
                optimistic(self.handle, self.entity.schema(), attempts, "written", write).await
            }
        };
        written.map_err(|error| error.at_key(key_text(self.entity.schema(), &key)))
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
}

/// A replace of an item that may be stored under an older key, or a put of an item with a version.
struct TakingOver<'r, 'a> {
    put: &'r PutItem<'a>,
    key: ItemKey,
    /// The keys under which older designs store the item.
    older: &'r [ItemKey],
    /// The encoded item of the first attempt.
    first: Option<Encoded>,
    attempts: &'r Attempts,
    /// The copy that the last transaction replaces.
    newest: Option<Item>,
}

impl TakingOver<'_, '_> {
    /// Replaces the item under its current key, or the copies under older keys. Creates it if it has none and the rule
    /// allows that.
    async fn next(&mut self, refused: Refused) -> Result<Decision<()>> {
        let (put, attempts, entity) = (self.put, self.attempts, self.put.entity.schema());
        // The item has not changed since it was read, so the caller's condition has failed.
        if let Some(newest) = self.newest.take()
            && put.caller_condition.expression().is_some()
            && refused.iter().any(|(place, stored)| *place == 1 && stored.as_ref() == Some(&newest))
        {
            return Err(attempts.in_doubt(condition_failed(Some(&newest))));
        }
        let encoded = self.first.take().map_or_else(|| put.encoded(put.shard), Ok)?;
        let item = encoded.item.clone();
        let absent = match put.write(Rule::Replace, encoded, attempts).await {
            Err(error) if error.kind() == ErrorKind::NotFound && !attempts.lost() => error,
            result => return result.map(|_| Decision::Done(())),
        };
        let mut copies = older_items(put.handle, entity, &|field| put.entity.value(field), true).await?;
        let is_current = |stored: &Item| stored_key(entity, 0, stored).as_ref() == Some(&self.key);
        copies.retain(|stored| are_same(entity, &item, stored) && !is_current(stored));
        // The newest copy decides: older copies must not reappear after it has expired.
        let has_expired = copies.first().is_some_and(|newest| is_expired(entity, newest, put.stamp.at))
            || put.stored_has_expired(&item).await?;
        let Some(newest) = copies.first().filter(|_| !has_expired) else {
            return match put.rule {
                Rule::Put => self.create(&item).await,
                _ if !has_expired && self.is_stored(&item).await? => Ok(Decision::Again),
                _ => Err(absent),
            };
        };
        if let Some(version) = put.entity.version()?
            && Version::stored(entity, newest) != Some(version)
        {
            return Err(attempts.in_doubt(version.conflict(entity, Some(newest))));
        }
        let actions = put.relocation(&item).take_over(&copies)?;
        self.newest = copies.into_iter().next();
        Ok(Decision::Transact(actions, Some(())))
    }

    /// Creates an item that has no version yet.
    async fn create(&self, item: &Item) -> Result<Decision<()>> {
        let (put, attempts) = (self.put, self.attempts);
        if let Some(version) = put.entity.version()?.filter(|version| version.expected > 0) {
            return match self.is_stored(item).await? {
                true => Ok(Decision::Again),
                false => Err(attempts.in_doubt(version.conflict(put.entity.schema(), None))),
            };
        }
        match put.create_unless_older_copy(item, self.older, attempts).await {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && !attempts.lost() => Ok(Decision::Again),
            result => result.map(Decision::Done),
        }
    }

    /// Returns whether the item is stored under any of its keys, and has not expired. All keys are read at one instant,
    /// because another release can move the item in either direction.
    async fn is_stored(&self, item: &Item) -> Result<bool> {
        let (put, entity) = (self.put, self.put.entity.schema());
        let copies = items_at_one_instant(put.handle, entity, &|field| put.entity.value(field)).await?;
        let newest = copies.iter().find(|stored| are_same(entity, item, stored));
        Ok(newest.is_some_and(|newest| !is_expired(entity, newest, put.stamp.at)))
    }
}

impl Decide for TakingOver<'_, '_> {
    type Output = ();

    fn decide(&mut self, refused: Refused) -> Deciding<'_, ()> {
        Box::pin(self.next(refused))
    }
}
