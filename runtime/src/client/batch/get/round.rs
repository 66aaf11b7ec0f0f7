//! The requests of a batch of gets, for keys of any entities.

use std::{collections::BTreeMap, sync::Arc};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};

use super::{
    found::Found,
    part::{Missing, Part},
};
use crate::{
    Error, Item, Result,
    client::{
        Connection,
        batch::requests::check_in_flight,
        read_keys::{
            IN_FLIGHT, KeyReads, KeysRead,
            at_one_instant::{self, RequestedKey},
            inputs, keys_request,
        },
        transport::call::{Sending, call},
    },
    item::{any_key::AnyValue, locate::key_item, stored::table_key_of},
    key::ItemKey,
    physics::limits::{BATCH_GET_ITEMS, TRANSACTION_ITEMS},
    projection::requested::RequestedAttributes,
    schema::EntitySchema,
};

/// The connection and the settings of a batch of gets.
pub(super) struct Round<'a> {
    pub(super) handle: &'a Connection,
    pub(super) operation: &'static str,
    /// The attributes to request. `None` for all.
    pub(super) attributes: Option<RequestedAttributes>,
    pub(super) consistent: bool,
    pub(super) in_flight: usize,
}

/// The distinct keys, because a request must not contain a key twice, and the entity of each.
#[derive(Default)]
struct DistinctKeys {
    keys: Vec<Item>,
    entities: BTreeMap<ItemKey, &'static EntitySchema>,
}

impl DistinctKeys {
    fn add<'k>(&mut self, entity: &'static EntitySchema, keys: impl IntoIterator<Item = &'k ItemKey>) {
        for key in keys {
            if !self.entities.contains_key(key) {
                self.entities.insert(key.clone(), entity);
                self.keys.push(key_item(entity, key));
            }
        }
    }
}

impl<'a> Round<'a> {
    pub(super) fn new(handle: &'a Connection, operation: &'static str) -> Self {
        Self { handle, operation, attributes: None, consistent: false, in_flight: IN_FLIGHT }
    }

    pub(super) fn params(&self, parts: &[Part]) -> Result<Vec<BatchGetItemInput>> {
        inputs(self.requests(parts)?)
    }

    pub(super) fn requests(&self, parts: &[Part]) -> Result<Vec<BatchGetItemFluentBuilder>> {
        check_in_flight(self.in_flight)?;
        let mut distinct = DistinctKeys::default();
        for part in parts {
            distinct.add(part.entity, &part.current_keys().into_iter().collect::<Result<Vec<_>>>()?);
        }
        let requests = distinct.keys.chunks(BATCH_GET_ITEMS);
        let request = |keys: &[Item]| {
            keys_request(self.handle, self.handle.client(), keys.to_vec(), self.consistent, self.attributes.as_ref())
        };
        requests.map(request).collect()
    }

    /// Reads the keys of all parts, and passes the items to them. With `all_or_nothing`, the first invalid key or
    /// failure ends the read with an error.
    pub(super) async fn read(&self, parts: &mut [Part], all_or_nothing: bool) -> Result<()> {
        check_in_flight(self.in_flight)?;
        let mut distinct = DistinctKeys::default();
        let mut current_keys = Vec::with_capacity(parts.len());
        for part in parts.iter() {
            let entity = part.entity;
            let keys = part.current_keys().into_iter().map(|key| match key {
                Err(error) if all_or_nothing => Err(error.of_entity(entity.name)),
                key => Ok(key.map_err(|error| self.shared(entity, error))),
            });
            let keys: Vec<Result<ItemKey, Arc<Error>>> = keys.collect::<Result<_>>()?;
            distinct.add(entity, keys.iter().flatten());
            current_keys.push(keys);
        }
        let found = self.find(&distinct, all_or_nothing).await?;
        let mut older = Vec::with_capacity(parts.len());
        let mut distinct = DistinctKeys::default();
        for (part, current_keys) in parts.iter_mut().zip(current_keys) {
            let entity = part.entity;
            let share = |error| self.shared(entity, error);
            part.answer(current_keys, &found, &share);
            let keys = part.older(&share);
            distinct.add(entity, keys.iter().flat_map(|(_, keys)| keys));
            older.push(keys);
        }
        let found = self.find(&distinct, all_or_nothing).await?;
        let mut missing = Vec::with_capacity(parts.len());
        for (part, older) in parts.iter_mut().zip(older) {
            let entity = part.entity;
            missing.push((entity, part.process_older(older, &found, &|error| self.shared(entity, error))));
        }
        let found = self.find_moved(&missing, all_or_nothing).await?;
        for (part, (entity, missing)) in parts.iter_mut().zip(missing) {
            part.process_moved(missing, &found, &|error| self.shared(entity, error));
        }
        Ok(())
    }

    /// Reads again the items that were not found, and may have moved while their keys were read: to the current key or,
    /// if two releases write at once, to an older one. A consistent read reads all keys of an item at one instant. An
    /// eventually consistent one reads the current keys.
    async fn find_moved(
        &self,
        missing: &[(&'static EntitySchema, Vec<Missing>)],
        all_or_nothing: bool,
    ) -> Result<Found> {
        if !self.consistent {
            let mut distinct = DistinctKeys::default();
            for (entity, missing) in missing {
                distinct.add(entity, missing.iter().map(|missing| &missing.current));
            }
            return self.find(&distinct, all_or_nothing).await;
        }
        let mut found = Found::default();
        for keys in transactions(missing) {
            match at_one_instant::send(self.handle, &keys).await {
                Ok(items) => {
                    let items = keys.into_iter().zip(items).filter_map(|(of, item)| Some((of.key, item?)));
                    found.items.extend(items);
                }
                Err(error) if all_or_nothing => return Err(error),
                Err(error) => {
                    let Some(first) = keys.first() else { continue };
                    let error = self.shared(first.entity, error);
                    found.unread.extend(keys.into_iter().map(|of| (of.key, Arc::clone(&error))));
                }
            }
        }
        Ok(found)
    }

    async fn find(&self, keys: &DistinctKeys, all_or_nothing: bool) -> Result<Found> {
        let Some(first) = keys.entities.values().next().copied() else { return Ok(Found::default()) };
        let is_one = keys.entities.values().all(|entity| std::ptr::eq(*entity, first));
        let entity_of = |key: &Item| match is_one {
            true => first,
            false => table_key_of(self.handle.schema(), key)
                .and_then(|key| keys.entities.get(&key).copied())
                .unwrap_or(first),
        };
        let reads = KeyReads {
            entity_of: &entity_of,
            consistent: self.consistent,
            attributes: self.attributes.as_ref(),
            in_flight: self.in_flight,
            meter: None,
            keeps_body: true,
        };
        let KeysRead { items, unread } = match all_or_nothing {
            true => KeysRead { items: reads.whole(self.handle, &keys.keys).await?, unread: Vec::new() },
            false => reads.partly(self.handle, &keys.keys).await?,
        };
        let items = items.into_iter().filter_map(|item| Some((table_key_of(self.handle.schema(), &item)?, item)));
        let unread = unread.into_iter().filter_map(|(key, error)| {
            Some((table_key_of(self.handle.schema(), &key)?, self.shared(entity_of(&key), error)))
        });
        Ok(Found { items: items.collect(), unread: unread.collect() })
    }

    /// Adds context to the error of one key.
    fn shared(&self, entity: &'static EntitySchema, error: Error) -> Arc<Error> {
        let error = error.operation(self.operation).in_table(self.handle.table_name());
        Arc::new(error.of_entity(entity.name))
    }
}

/// A batch of gets that is not sent yet, without the types of its entities.
pub(super) struct Batch<'a> {
    pub(super) round: Round<'a>,
    pub(super) parts: Vec<Part>,
}

impl<'a> Batch<'a> {
    /// Sends the requests of the batch. `entity` is the name in its span, if it reads one entity. The answer is the
    /// parts.
    pub(super) fn sending(
        mut self,
        entity: Option<&'static str>,
        all_or_nothing: bool,
    ) -> Sending<'a, Option<AnyValue>> {
        let (handle, operation) = (self.round.handle, self.round.operation);
        Box::pin(call(handle, operation, entity, async move {
            self.round.read(&mut self.parts, all_or_nothing).await?;
            Ok(Some(Box::new(self.parts) as AnyValue))
        }))
    }
}

/// Divides all keys of these items into read transactions. The keys of one item are in one transaction, unless it has
/// more keys than a transaction can read.
fn transactions(missing: &[(&'static EntitySchema, Vec<Missing>)]) -> Vec<Vec<RequestedKey>> {
    let mut transactions: Vec<Vec<RequestedKey>> = Vec::new();
    for (entity, missing) in missing {
        for Missing { current, older, .. } in missing {
            let keys = || std::iter::once(current).chain(older);
            let new = |of: &Vec<RequestedKey>| keys().filter(|key| of.iter().all(|one| one.key != **key)).count();
            if transactions.last().is_none_or(|last| last.len() + new(last) > TRANSACTION_ITEMS) {
                transactions.push(Vec::new());
            }
            for key in keys() {
                match transactions.last_mut() {
                    Some(last) if last.iter().any(|one| one.key == *key) => {}
                    Some(last) if last.len() < TRANSACTION_ITEMS => {
                        last.push(RequestedKey { entity, key: key.clone(), position: 0 });
                    }
                    _ => transactions.push(vec![RequestedKey { entity, key: key.clone(), position: 0 }]),
                }
            }
        }
    }
    transactions
}

/// Generates the methods that all batches of gets share, for a type with a [`Batch`].
macro_rules! get_methods {
    () => {
        /// Reads with strong consistency, at twice the cost. Items with older keys (`legacy`) that are not found are
        /// read once more under all their keys, in read transactions, because they can move while they are read.
        pub fn consistent(mut self) -> Self {
            self.batch.round.consistent = true;
            self
        }

        /// Also returns items that have expired and that DynamoDB has not deleted yet: see
        /// [`lifecycle`](crate::lifecycle).
        pub fn include_expired(mut self) -> Self {
            self.batch.parts.iter_mut().for_each(|part| part.include_expired = true);
            self
        }

        /// Sets the maximum number of requests in flight. The default is 4.
        ///
        /// # Errors
        ///
        /// Awaiting the batch fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for 0.
        pub fn in_flight(mut self, requests: usize) -> Self {
            self.batch.round.in_flight = requests;
            self
        }

        /// Returns the requests for the current keys as values that can be printed: one for each 100 distinct keys.
        /// Nothing is sent.
        ///
        /// # Errors
        ///
        /// Those of [`Handle::batch_get`] that come before a request.
        pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
            self.batch.round.params(&self.batch.parts)
        }

        /// Converts the requests into the SDK's builders, which you can change and send yourself. Resend unprocessed
        /// keys yourself.
        ///
        /// # Errors
        ///
        /// Those of [`Handle::batch_get`] that come before a request.
        pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
            self.batch.round.requests(&self.batch.parts)
        }
    };
}

pub(super) use get_methods;
