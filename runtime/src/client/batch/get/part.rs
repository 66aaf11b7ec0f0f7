//! The keys of one entity in a batch of gets, and their answers.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{BatchGetReport, found::Found};
use crate::{
    Entity, Error, Key, Result,
    client::{
        LeftoverKey,
        get::{accept_older_read, accept_read, projected::of_table},
    },
    item::{
        decode::decode_read,
        encode::is_random,
        expiry::{Newest, is_expired},
        legacy::{may_be_of_entity, older_keys},
        locate::item_key_of,
        read_item::ReadItem,
        stored::{belongs, schema, wrong_entity},
    },
    key::{ItemKey, clock::now},
    projection::Projection,
    schema::EntitySchema,
};

/// Converts the item of a key. `None` if it is not the item that the key identifies.
type Accept<E, O> = fn(&Key<E>, ReadItem) -> Result<Option<O>>;

/// The answer for one key: the item, its absence, or the reason why it is unknown.
type Answer<O> = Result<Option<Newest<O>>, Arc<Error>>;

/// A key with older keys whose item was not found.
pub struct Missing {
    position: usize,
    pub(super) current: ItemKey,
    /// The newest design first.
    pub(super) older: Vec<ItemKey>,
}

/// Adds context to an error, and makes it shareable.
pub(super) type Share<'a> = &'a dyn Fn(Error) -> Arc<Error>;

/// The keys of one entity.
pub struct Part<E, O> {
    keys: Vec<Key<E>>,
    newest: Accept<E, O>,
    older: Accept<E, O>,
    pub(super) include_expired: bool,
    /// One answer for each key, after it was read.
    answers: Vec<Answer<O>>,
}

/// The keys of any entity.
pub trait AnyPart: Send {
    /// Returns the entity.
    fn entity(&self) -> &'static EntitySchema;

    /// Also returns expired items.
    fn include_expired(&mut self);

    /// Returns the current table key of each key.
    fn current_keys(&self) -> Vec<Result<ItemKey>>;

    /// Processes the items found under the current keys.
    fn answer(&mut self, current_keys: Vec<Result<ItemKey, Arc<Error>>>, found: &Found, share: Share<'_>);

    /// Returns the older table keys of items that were not found: the position of the key, and its older keys, the
    /// newest design first.
    fn older(&mut self, share: Share<'_>) -> Vec<(usize, Vec<ItemKey>)>;

    /// Processes the items found under the older keys. Returns the keys that have older keys and whose items were not
    /// found.
    fn process_older(&mut self, older: Vec<(usize, Vec<ItemKey>)>, found: &Found, share: Share<'_>) -> Vec<Missing>;

    /// Processes the items that were found under all keys when these were read again, the current keys first.
    fn process_moved(&mut self, missing: Vec<Missing>, found: &Found, share: Share<'_>);
}

impl<E: Entity + DeserializeOwned> Part<E, E> {
    /// Reads whole items of these keys.
    pub(super) fn whole(keys: impl IntoIterator<Item = Key<E>>) -> Self {
        let newest = |key: &Key<E>, stored| accept_read(key, decode_read::<E>, stored);
        let older = |key: &Key<E>, stored| accept_older_read(key, decode_read::<E>, stored);
        Self { keys: keys.into_iter().collect(), newest, older, include_expired: false, answers: Vec::new() }
    }

    /// Reads projections of the items of these keys. With `by_key`, the key alone decides whether an item is the
    /// requested one, and only a part of the item is read.
    pub(super) fn projected<P: Projection + DeserializeOwned>(self, by_key: bool) -> Part<E, P> {
        let newest = if by_key { newest_from_projection::<E, P> } else { newest_from_full_item::<E, P> };
        let Self { keys, include_expired, .. } = self;
        Part { keys, newest, older: older_from_full_item::<E, P>, include_expired, answers: Vec::new() }
    }
}

fn newest_from_projection<E: Entity, P: Projection + DeserializeOwned>(
    _: &Key<E>,
    stored: ReadItem,
) -> Result<Option<P>> {
    let entity = schema::<E>();
    match belongs(entity, &stored) {
        true => of_table(stored).map(Some),
        false => Err(wrong_entity(entity, &stored.into_item())),
    }
}

fn newest_from_full_item<E, P>(key: &Key<E>, stored: ReadItem) -> Result<Option<P>>
where
    E: Entity + DeserializeOwned,
    P: Projection + DeserializeOwned,
{
    let is_it = accept_read(key, decode_read::<E>, stored.clone())?.is_some();
    is_it.then(|| of_table(stored)).transpose()
}

fn older_from_full_item<E, P>(key: &Key<E>, stored: ReadItem) -> Result<Option<P>>
where
    E: Entity + DeserializeOwned,
    P: Projection + DeserializeOwned,
{
    let is_it = accept_older_read(key, decode_read::<E>, stored.clone())?.is_some();
    is_it.then(|| of_table(stored)).transpose()
}

impl<E: Entity, O> Part<E, O> {
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the answers in the order of the keys, or the first error.
    pub(super) fn into_items(self) -> Result<Vec<Option<O>>> {
        let whole = |reason: Arc<Error>| {
            Arc::try_unwrap(reason)
                .unwrap_or_else(|shared| Error::new(shared.kind(), shared.to_string()).caused_by(shared))
        };
        self.answers
            .into_iter()
            .map(|answer| answer.map(|newest| newest.and_then(Newest::shown)).map_err(whole))
            .collect()
    }

    pub(super) fn into_report(self) -> BatchGetReport<E, O> {
        let mut report = BatchGetReport { items: Vec::with_capacity(self.answers.len()), leftovers: Vec::new() };
        for (position, (key, answer)) in self.keys.into_iter().zip(self.answers).enumerate() {
            report.items.push(answer.map(|newest| newest.and_then(Newest::shown)).unwrap_or_else(|reason| {
                report.leftovers.push(LeftoverKey { position, key, reason });
                None
            }));
        }
        report
    }

    fn newest(&self, accept: Accept<E, O>, key: &Key<E>, stored: &ReadItem, share: Share<'_>) -> Answer<O> {
        let is_hidden = !self.include_expired && is_expired(schema::<E>(), stored, now());
        Newest::of(is_hidden, accept(key, stored.clone())).map_err(share)
    }

    /// Returns the item that was found under the current key.
    fn read_current_key(&self, key: &Key<E>, current: &ItemKey, found: &Found, share: Share<'_>) -> Answer<O> {
        match found.at(current)? {
            Some(stored) => self.newest(self.newest, key, stored, share),
            None => Ok(None),
        }
    }

    fn newest_of(&self, key: &Key<E>, older: &[ItemKey], found: &Found, share: Share<'_>) -> Answer<O> {
        for at in older {
            let stored = found.at(at)?.filter(|stored| may_be_of_entity(schema::<E>(), stored));
            let Some(stored) = stored else { continue };
            if let Some(newest) = self.newest(self.older, key, stored, share)? {
                return Ok(Some(newest));
            }
        }
        Ok(None)
    }
}

impl<E: Entity, O: Send> AnyPart for Part<E, O> {
    fn entity(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn include_expired(&mut self) {
        self.include_expired = true;
    }

    fn current_keys(&self) -> Vec<Result<ItemKey>> {
        self.keys.iter().map(item_key_of).collect()
    }

    fn answer(&mut self, current_keys: Vec<Result<ItemKey, Arc<Error>>>, found: &Found, share: Share<'_>) {
        let newest = |(key, at): (&Key<E>, Result<_, _>)| self.read_current_key(key, &at?, found, share);
        self.answers = self.keys.iter().zip(current_keys).map(newest).collect();
    }

    fn older(&mut self, share: Share<'_>) -> Vec<(usize, Vec<ItemKey>)> {
        let entity = schema::<E>();
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

    fn process_older(&mut self, older: Vec<(usize, Vec<ItemKey>)>, found: &Found, share: Share<'_>) -> Vec<Missing> {
        let mut missing = Vec::new();
        for (position, older) in older {
            let Some(key) = self.keys.get(position) else { continue };
            let (newest, current) = (self.newest_of(key, &older, found, share), item_key_of(key));
            let Some(answer) = self.answers.get_mut(position) else { continue };
            *answer = newest;
            if let (Ok(None), false, Ok(current)) = (answer, older.is_empty(), current) {
                missing.push(Missing { position, current, older });
            }
        }
        missing
    }

    fn process_moved(&mut self, missing: Vec<Missing>, found: &Found, share: Share<'_>) {
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
