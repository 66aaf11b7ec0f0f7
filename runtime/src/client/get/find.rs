//! Finds an item in any of its shards.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use crate::{
    Entity, Item, Key, Result, Table,
    client::{
        Connection, Handle,
        read_keys::{KeyReads, at_one_instant::items_of, inputs, requests},
        transport::call::{Sending, call},
    },
    entity::StoredIn,
    item::{
        decode::{DecodeRead, decode_read},
        encode::table_key,
        expiry::is_expired,
        legacy::{is_older, is_same, older_keys},
        locate::{key_item, key_with_shard, located_key},
        located::Located,
        lossy::is_requested_item,
        read_item::ReadItem,
        stored::{belongs, has_discriminator, schema, table_key_of, wrong_entity},
    },
    key::{ItemKey, clock::now, count_of},
    read::Find,
    schema::KeySchema,
};

impl<E: Entity> Find<E> {
    /// Binds the search to a table. Awaiting it sends the requests.
    ///
    /// With random shards, items with the same key can be in several shards, so the result is a list. Keys of older
    /// designs are also read; an item found there has a key without a shard. The result is complete: keys that DynamoDB
    /// left unprocessed are retried with jitter, and an item that cannot be read is an error.
    ///
    /// # Errors
    ///
    /// [`KeyValue`](crate::ErrorKind::KeyValue) and [`KeyTooLong`](crate::ErrorKind::KeyTooLong): nothing was sent.
    /// [`Throttled`](crate::ErrorKind::Throttled) if keys stay unprocessed after 10 requests.
    pub fn send<T: Table>(self, handle: &Handle<T>) -> FindInTable<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        FindInTable::new(handle.connection(), self.key, false, decode_read::<E>)
    }
}

/// A search of all shards that has not been sent. Created by [`Find::send`].
#[must_use = "a find does nothing until it is awaited"]
pub struct FindInTable<'a, E> {
    handle: &'a Connection,
    key: Key<E>,
    consistent: bool,
    include_expired: bool,
    decode: DecodeRead<E>,
}

impl<'a, E: Entity> FindInTable<'a, E> {
    pub(crate) fn new(handle: &'a Connection, key: Key<E>, consistent: bool, decode: DecodeRead<E>) -> Self {
        Self { handle, key, consistent, include_expired: false, decode }
    }

    /// Reads with strong consistency, at twice the cost: the result reflects all acknowledged writes.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Also returns items that have expired but that DynamoDB has not deleted yet. See [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.include_expired = true;
        self
    }

    /// Returns the requests as printable values, one for each 100 keys. Sends no request.
    ///
    /// # Errors
    ///
    /// The errors of [`Find::send`] that occur before a request.
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        inputs(self.requests()?)
    }

    /// Converts into the SDK's builders, which the caller can change and send.
    ///
    /// # Errors
    ///
    /// The errors of [`Find::send`] that occur before a request.
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.requests()
    }

    fn requests(&self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        requests(self.handle, &self.keys()?, self.consistent)
    }

    /// Returns the table key in every shard in force at the key's time, followed by the keys of older designs.
    pub(crate) fn keys(&self) -> Result<Vec<Item>> {
        let entity = schema::<E>();
        let value = |field| self.key.value(field);
        let shards: Vec<Option<u32>> = match (self.key.shard, entity.keys.first()) {
            (None, Some(key @ KeySchema { shard: Some(sharding), .. })) => {
                let count = count_of(entity, key, sharding, &value);
                (0..count).map(|at| sharding.first.checked_add(at)).collect()
            }
            (shard, _) => vec![shard],
        };
        let mut keys =
            shards.into_iter().map(|shard| table_key(entity, &value, shard)).collect::<Result<Vec<ItemKey>>>()?;
        for key in older_keys(entity, &value)? {
            // A request must not contain a key twice.
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        Ok(keys.iter().map(|key| key_item(entity, key)).collect())
    }

    async fn run(&self) -> Result<Vec<Located<E>>> {
        let entity = schema::<E>();
        let entity_of = |_: &Item| entity;
        let reads = KeyReads::of(&entity_of, self.consistent).keeping_bodies();
        let found = self.located(reads.whole(self.handle, &self.keys()?).await?)?;
        if !self.consistent || !found.is_empty() || older_keys(entity, &|field| self.key.value(field))?.is_empty() {
            return Ok(found);
        }
        // The item may have moved between its keys while they were read.
        let keys = self.keys()?.into_iter().filter_map(|key| table_key_of(entity.table, &key));
        self.located(items_of(self.handle, entity, keys).await?)
    }

    /// Returns those of the items that the key identifies, with their locations.
    fn located(&self, items: Vec<ReadItem>) -> Result<Vec<Located<E>>> {
        let entity = schema::<E>();
        let (mut found, now) = (Vec::new(), now());
        for stored in items {
            let is_older = is_older(entity, &stored);
            let is_entity_attribute = belongs(entity, &stored) || (is_older && !has_discriminator(entity, &stored));
            if !is_entity_attribute {
                return Err(wrong_entity(entity, &stored.into_item()));
            }
            if !self.include_expired && is_expired(entity, &stored, now) {
                continue;
            }
            let item = (self.decode)(entity, stored.clone())?;
            if is_older && is_same(&self.key, entity, &item) {
                found.push(Located { key: key_with_shard(&item, None), item });
            } else if !is_older && is_requested_item(&self.key, entity, &item) {
                found.push(Located { key: located_key(&item, &stored)?, item });
            }
        }
        Ok(found)
    }
}

impl<'a, E: Entity> IntoFuture for FindInTable<'a, E> {
    type Output = Result<Vec<Located<E>>>;
    type IntoFuture = Sending<'a, Vec<Located<E>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { call(self.handle, "find", Some(schema::<E>().name), self.run()).await })
    }
}

impl<E: Entity> fmt::Debug for FindInTable<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindInTable")
            .field("key", &self.key)
            .field("consistent", &self.consistent)
            .finish_non_exhaustive()
    }
}
