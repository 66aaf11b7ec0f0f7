//! Finding an item in whatever shard it is.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::{
    operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder},
    types::KeysAndAttributes,
};
use serde::de::DeserializeOwned;

use super::{
    Handle, Item, Located,
    backoff::Backoff,
    call::{Sending, call},
    decode::{Decode, decode},
    encode::table_key,
    failure::sdk_error,
    locate::{key_item, located_key, sharding},
    lossy::is_asked_for,
    stored::{belongs, schema, wrong_entity},
};
use crate::{
    Entity, Error, ErrorKind, Key, Result, Table, entity::StoredIn, physics::limits::BATCH_GET_ITEMS, read::Find,
};

impl<E: Entity> Find<E> {
    /// Binds the search to a table; awaiting it sends it.
    ///
    /// With random shards one key can be in several of them: the answer is a list. It is whole: keys that DynamoDB
    /// left unprocessed are asked again, with jitter, and what cannot be read is an error.
    ///
    /// # Errors
    ///
    /// [`KeyValue`](ErrorKind::KeyValue) and [`KeyTooLong`](ErrorKind::KeyTooLong): nothing was sent.
    /// [`Throttled`](ErrorKind::Throttled) if keys stay unprocessed after 10 requests.
    pub fn send<T: Table>(self, handle: &Handle<T>) -> FindInTable<'_, T, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        FindInTable { handle, key: self.key, consistent: false, decode: decode::<E> }
    }
}

/// A search over all shards that is not sent yet. Made by [`Find::send`].
#[must_use = "a find does nothing until it is awaited"]
pub struct FindInTable<'a, T, E> {
    handle: &'a Handle<T>,
    key: Key<E>,
    consistent: bool,
    decode: Decode<E>,
}

impl<'a, T: Table, E: Entity> FindInTable<'a, T, E> {
    /// Reads what the last acknowledged writes left: strongly consistent, at twice the price.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// The requests as values that can be printed: one for each 100 shards. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Find::send`] that come before a request.
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        let requests = self.requests()?;
        let built = requests.into_iter().map(|request| request.as_input().clone().build().map_err(build_error));
        built.collect()
    }

    /// The SDK's own requests, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`Find::send`] that come before a request.
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.requests()
    }

    fn requests(&self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.keys()?.chunks(BATCH_GET_ITEMS).map(|keys| self.request(keys.to_vec())).collect()
    }

    /// The table key in every shard.
    fn keys(&self) -> Result<Vec<Item>> {
        let entity = schema::<E>();
        let shards: Vec<Option<u32>> = match (self.key.shard, sharding(entity)) {
            (None, Some(sharding)) => (0..sharding.count).map(|at| sharding.first.checked_add(at)).collect(),
            (shard, _) => vec![shard],
        };
        let value = |field| self.key.value(field);
        shards.into_iter().map(|shard| Ok(key_item(entity, &table_key(entity, &value, shard)?))).collect()
    }

    fn request(&self, keys: Vec<Item>) -> Result<BatchGetItemFluentBuilder> {
        let consistent = self.consistent.then_some(true);
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).set_consistent_read(consistent).build();
        let request = self.handle.client().batch_get_item();
        Ok(request.request_items(self.handle.table_name(), keys.map_err(build_error)?))
    }

    async fn run(&self) -> Result<Vec<Located<E>>> {
        let entity = schema::<E>();
        let mut found = Vec::new();
        for keys in self.keys()?.chunks(BATCH_GET_ITEMS) {
            for stored in self.read(keys.to_vec()).await? {
                if !belongs(entity, &stored) {
                    return Err(wrong_entity(entity, &stored));
                }
                let item = (self.decode)(entity, stored.clone())?;
                if is_asked_for(&self.key, entity, &item) {
                    let key = located_key(&item, &stored)?;
                    found.push(Located { item, key });
                }
            }
        }
        Ok(found)
    }

    /// The items of up to 100 keys, however often it takes to be given all of them.
    async fn read(&self, mut keys: Vec<Item>) -> Result<Vec<Item>> {
        let backoff = Backoff::BATCH;
        let mut items = Vec::new();
        for attempt in 0..backoff.tries {
            backoff.before(attempt).await;
            let answer = self.request(keys)?.send().await.map_err(sdk_error)?;
            items.extend(answer.responses.into_iter().flat_map(|tables| tables.into_values().flatten()));
            keys = answer
                .unprocessed_keys
                .into_iter()
                .flat_map(|tables| tables.into_values())
                .flat_map(|of| of.keys)
                .collect();
            if keys.is_empty() {
                return Ok(items);
            }
        }
        let message = format!(
            "{} keys stayed unprocessed through {} requests; repeat it when the table is less busy",
            keys.len(),
            backoff.tries
        );
        Err(Error::new(ErrorKind::Throttled, message))
    }
}

fn build_error(error: aws_sdk_dynamodb::error::BuildError) -> Error {
    Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error)
}

impl<'a, T: Table, E: Entity> IntoFuture for FindInTable<'a, T, E> {
    type Output = Result<Vec<Located<E>>>;
    type IntoFuture = Sending<'a, Vec<Located<E>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { call(self.handle, "find", Some(schema::<E>().name), self.run()).await })
    }
}

impl<T: Table, E: Entity> fmt::Debug for FindInTable<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindInTable")
            .field("key", &self.key)
            .field("consistent", &self.consistent)
            .finish_non_exhaustive()
    }
}
