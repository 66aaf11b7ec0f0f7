//! The keys of one entity in a batch of gets, and their answers.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{BatchGetReport, found::Found};
use crate::{
    Entity, Error, Key, Result,
    client::LeftoverKey,
    item::{
        any_key::{Age, AnyKey, AnyValue, DecodeFound, decode_found, typed},
        encode::is_random,
        expiry::{Newest, is_expired},
        legacy::{may_be_of_entity, older_keys},
        read_item::ReadItem,
        stored::schema,
    },
    key::{ItemKey, clock::now},
    schema::EntitySchema,
};

/// The answer for one key: the item, its absence, or the reason why it is unknown.
type Answer = Result<Option<Newest<AnyValue>>, Arc<Error>>;

/// A key with older keys whose item was not found.
pub(super) struct Missing {
    position: usize,
    pub(super) current: ItemKey,
    /// The newest design first.
    pub(super) older: Vec<ItemKey>,
}

/// Adds context to an error, and makes it shareable.
pub(super) type Share<'a> = &'a dyn Fn(Error) -> Arc<Error>;

/// The keys of one entity, without its type.
pub struct Part {
    pub(super) entity: &'static EntitySchema,
    keys: Vec<AnyKey>,
    decode: DecodeFound,
    /// Whether to return expired items, too.
    pub(super) include_expired: bool,
    /// One answer for each key, after it was read.
    answers: Vec<Answer>,
}

impl Part {
    /// Reads whole items of these keys.
    pub(super) fn whole<E: Entity + DeserializeOwned>(keys: impl IntoIterator<Item = Key<E>>) -> Self {
        let keys = keys.into_iter().map(AnyKey::of).collect();
        let (entity, decode) = (schema::<E>(), decode_found::<E>);
        Self { entity, keys, decode, include_expired: false, answers: Vec::new() }
    }

    /// Decodes the items with another function.
    pub(super) fn decoded_by(self, decode: DecodeFound) -> Self {
        Self { decode, ..self }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the answers in the order of the keys, or the first error.
    pub(super) fn into_items<O: 'static>(self) -> Result<Vec<Option<O>>> {
        let whole = |reason: Arc<Error>| {
            Arc::try_unwrap(reason)
                .unwrap_or_else(|shared| Error::new(shared.kind(), shared.to_string()).caused_by(shared))
        };
        let items = self.answers.into_iter().map(|answer| shown(answer).map_err(whole));
        items.map(|item| item?.map(typed).transpose()).collect()
    }

    pub(super) fn into_report<E: Entity, O: 'static>(self) -> BatchGetReport<E, O> {
        let mut report = BatchGetReport { items: Vec::with_capacity(self.answers.len()), leftovers: Vec::new() };
        for (position, (key, answer)) in self.keys.into_iter().zip(self.answers).enumerate() {
            let item = shown(answer).and_then(|item| item.map(typed).transpose().map_err(Arc::new));
            report.items.push(item.unwrap_or_else(|reason| {
                report.leftovers.push(LeftoverKey { position, key: key.typed(), reason });
                None
            }));
        }
        report
    }

    /// Returns the current table key of each key.
    pub(super) fn current_keys(&self) -> Vec<Result<ItemKey>> {
        self.keys.iter().map(AnyKey::item_key).collect()
    }

    fn newest(&self, age: Age, key: &AnyKey, stored: &ReadItem, share: Share<'_>) -> Answer {
        let is_hidden = !self.include_expired && is_expired(self.entity, stored, now());
        Newest::of(is_hidden, (self.decode)(key, stored.clone(), age)).map_err(share)
    }

    /// Returns the item that was found under the current key.
    fn read_current_key(&self, key: &AnyKey, current: &ItemKey, found: &Found, share: Share<'_>) -> Answer {
        match found.at(current)? {
            Some(stored) => self.newest(Age::Current, key, stored, share),
            None => Ok(None),
        }
    }

    fn newest_of(&self, key: &AnyKey, older: &[ItemKey], found: &Found, share: Share<'_>) -> Answer {
        for at in older {
            let stored = found.at(at)?.filter(|stored| may_be_of_entity(self.entity, *stored));
            let Some(stored) = stored else { continue };
            if let Some(newest) = self.newest(Age::Older, key, stored, share)? {
                return Ok(Some(newest));
            }
        }
        Ok(None)
    }

    /// Processes the items found under the current keys.
    pub(super) fn answer(&mut self, current_keys: Vec<Result<ItemKey, Arc<Error>>>, found: &Found, share: Share<'_>) {
        let newest = |(key, at): (&AnyKey, Result<_, _>)| self.read_current_key(key, &at?, found, share);
        self.answers = self.keys.iter().zip(current_keys).map(newest).collect();
    }

    /// Returns the older table keys of items that were not found: the position of the key, and its older keys, the
    /// newest design first.
    pub(super) fn older(&mut self, share: Share<'_>) -> Vec<(usize, Vec<ItemKey>)> {
        let entity = self.entity;
        if is_random(entity) || entity.keys.first().is_none_or(|key| key.legacy.is_empty()) {
            return Vec::new();
        }
        let mut missing = Vec::new();
        for (position, (key, answer)) in self.keys.iter().zip(&mut self.answers).enumerate() {
            if !matches!(answer, Ok(None)) {
                continue;
            }
            match older_keys(entity, &|field| key.value(field)) {
                Ok(older) => missing.push((position, older)),
                Err(error) => *answer = Err(share(error)),
            }
        }
        missing
    }

    /// Processes the items found under the older keys. Returns the keys that have older keys and whose items were not
    /// found.
    pub(super) fn process_older(
        &mut self,
        older: Vec<(usize, Vec<ItemKey>)>,
        found: &Found,
        share: Share<'_>,
    ) -> Vec<Missing> {
        let mut missing = Vec::new();
        for (position, older) in older {
            let Some(key) = self.keys.get(position) else { continue };
            let (newest, current) = (self.newest_of(key, &older, found, share), key.item_key());
            let Some(answer) = self.answers.get_mut(position) else { continue };
            *answer = newest;
            if let (Ok(None), false, Ok(current)) = (answer, older.is_empty(), current) {
                missing.push(Missing { position, current, older });
            }
        }
        missing
    }

    /// Processes the items that were found under all keys when these were read again, the current keys first.
    pub(super) fn process_moved(&mut self, missing: Vec<Missing>, found: &Found, share: Share<'_>) {
        for Missing { position, current, older } in missing {
            let Some(key) = self.keys.get(position) else { continue };
            let newest = match self.read_current_key(key, &current, found, share) {
                Ok(None) => self.newest_of(key, &older, found, share),
                newest => newest,
            };
            if let Some(answer) = self.answers.get_mut(position) {
                *answer = newest;
            }
        }
    }
}

/// Returns the item of an answer, unless it is hidden.
fn shown(answer: Answer) -> Result<Option<AnyValue>, Arc<Error>> {
    answer.map(|newest| newest.and_then(Newest::shown))
}
