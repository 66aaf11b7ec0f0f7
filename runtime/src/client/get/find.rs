//! Finds an item in any of its shards.

use std::{fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use crate::{
    Entity, Item, Key, Result, Table,
    client::{
        Connection, Handle,
        read_keys::{KeyReads, at_one_instant::items_of, inputs, requests},
        transport::{
            call::{Sending, call},
            decoding::{Decoding, typed_answer},
        },
    },
    entity::StoredIn,
    item::{
        any_key::{Age, AnyKey, AnyValue, DecodeFound, typed},
        decode::decode_read,
        encode::table_key,
        expiry::is_expired,
        legacy::{is_older, older_keys},
        locate::{key_item, key_with_shard, located_key},
        located::Located,
        read_item::ReadItem,
        stored::{belongs, has_discriminator, table_key_of, wrong_entity},
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
        FindInTable::new(handle.connection(), self.key, false)
    }
}

/// Decodes an item that was found under a key, with its location: a [`DecodeFound`].
fn decode_located<E: Entity + DeserializeOwned>(key: &AnyKey, found: ReadItem, age: Age) -> Result<Option<AnyValue>> {
    let item: E = decode_read(key.entity(), found.clone())?;
    if !key.identifies(age, &|field| item.__value(field)) {
        return Ok(None);
    }
    let key = match age {
        Age::Current => located_key(&item, &found)?,
        Age::Older => key_with_shard(&item, None),
    };
    Ok(Some(Box::new(Located { key, item })))
}

/// A search of all shards that has not been sent. Created by [`Find::send`].
#[must_use = "a find does nothing until it is awaited"]
pub struct FindInTable<'a, E> {
    find: AnyFind<'a>,
    entity: PhantomData<fn() -> E>,
}

/// A [`FindInTable`] without the type of its entity.
struct AnyFind<'a> {
    handle: &'a Connection,
    key: AnyKey,
    consistent: bool,
    include_expired: bool,
    decode: DecodeFound,
}

impl<'a, E: Entity> FindInTable<'a, E> {
    pub(crate) fn new(handle: &'a Connection, key: Key<E>, consistent: bool) -> Self
    where
        E: DeserializeOwned,
    {
        let (key, decode) = (AnyKey::of(key), decode_located::<E>);
        Self { find: AnyFind { handle, key, consistent, include_expired: false, decode }, entity: PhantomData }
    }

    /// Reads with strong consistency, at twice the cost: the result reflects all acknowledged writes.
    pub fn consistent(mut self) -> Self {
        self.find.consistent = true;
        self
    }

    /// Also returns items that have expired but that DynamoDB has not deleted yet. See [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.find.include_expired = true;
        self
    }

    /// Returns the requests as printable values, one for each 100 keys. Sends no request.
    ///
    /// # Errors
    ///
    /// The errors of [`Find::send`] that occur before a request.
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        inputs(self.find.requests()?)
    }

    /// Converts into the SDK's builders, which the caller can change and send.
    ///
    /// # Errors
    ///
    /// The errors of [`Find::send`] that occur before a request.
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.find.requests()
    }
}

impl<'a> AnyFind<'a> {
    fn requests(&self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        requests(self.handle, &self.keys()?, self.consistent)
    }

    /// Returns the table key in every shard in force at the key's time, followed by the keys of older designs.
    fn keys(&self) -> Result<Vec<Item>> {
        let entity = self.key.entity();
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

    /// Sends the requests of the call. The answer is a `Vec<AnyValue>`.
    fn sending(self) -> Sending<'a, Option<AnyValue>> {
        Box::pin(async move {
            let found = call(self.handle, "find", Some(self.key.entity().name), self.run()).await?;
            Ok(Some(Box::new(found) as AnyValue))
        })
    }

    async fn run(&self) -> Result<Vec<AnyValue>> {
        let entity = self.key.entity();
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
    fn located(&self, items: Vec<ReadItem>) -> Result<Vec<AnyValue>> {
        let entity = self.key.entity();
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
            found.extend((self.decode)(&self.key, stored, if is_older { Age::Older } else { Age::Current })?);
        }
        Ok(found)
    }
}

impl<'a, E: Entity> IntoFuture for FindInTable<'a, E> {
    type Output = Result<Vec<Located<E>>>;
    type IntoFuture = Decoding<'a, Vec<Located<E>>>;

    fn into_future(self) -> Self::IntoFuture {
        Decoding::new(self.find.sending(), |found| {
            let found: Vec<AnyValue> = typed_answer(found)?;
            found.into_iter().map(typed).collect()
        })
    }
}

impl<E: Entity> fmt::Debug for FindInTable<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindInTable")
            .field("key", &self.find.key)
            .field("consistent", &self.find.consistent)
            .finish_non_exhaustive()
    }
}
