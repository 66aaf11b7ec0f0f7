//! Reading many items of one entity by their keys.

mod partial;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    future::IntoFuture,
    sync::Arc,
};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    Handle, Item,
    call::{Sending, call},
    decode::{Decode, decode},
    encode::is_random,
    get::{accept, accept_older},
    locate::{item_key_of, key_item},
    older::{may_be_ours, older_keys},
    read_keys::{KeysRead, build_error, read_keys, read_keys_partially, request},
    stored::{schema, table_key_of},
};
use crate::{Entity, Error, Key, Result, Table, entity::StoredIn, key::ItemKey, physics::limits::BATCH_GET_ITEMS};

pub use partial::{BatchGetReport, PartialBatchGet};

impl<T: Table> Handle<T> {
    /// Reads the items of many keys, 100 in a request and up to 4 requests at once: one answer for each key, in the order of
    /// the keys, `None` where there is no item. Eventually consistent unless [`consistent`](BatchGet::consistent).
    ///
    /// A key that stands there twice is read once and answered twice. What is no key's item, as
    /// another one whose field the key holds only in part, and what is stored under older keys (`legacy`) is as in
    /// [`get`](Handle::get); the older keys of all items that today's key does not have take one more round of requests.
    ///
    /// What DynamoDB leaves unprocessed is asked again: at once, where the answer was so large that its size can be the
    /// reason, else up to 10 requests with full jitter from 50 ms up to 5 s. The answer is whole, or an error;
    /// [`partial`](BatchGet::partial) returns what came.
    ///
    /// Keys of two entities are two batches, which can run together:
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "INVOICE#<id>")]
    /// # struct Invoice { customer: String, id: u32 }
    /// # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
    /// let orders: Vec<Option<Order>> = platform.batch_get([7, 8].map(|id: u32| Order::key("ann", id))).await?;
    ///
    /// let (orders, invoices) = tokio::try_join!(
    ///     platform.batch_get([Order::key("ann", 7_u32)]).into_future(),
    ///     platform.batch_get([Invoice::key("ann", 7_u32)]).consistent().into_future(),
    /// )?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`] for a key without its random shard, [`KeyValue`] and [`KeyTooLong`]: nothing was sent.
    /// [`Throttled`], with the first of the keys that stay unprocessed. [`WrongEntity`] and [`Decode`], with the key, for an
    /// item that is not this entity's.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    /// [`Throttled`]: crate::ErrorKind::Throttled
    /// [`WrongEntity`]: crate::ErrorKind::WrongEntity
    /// [`Decode`]: crate::ErrorKind::Decode
    pub fn batch_get<E>(&self, keys: impl IntoIterator<Item = Key<E>>) -> BatchGet<'_, T, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        BatchGet { handle: self, keys: keys.into_iter().collect(), consistent: false, decode: decode::<E> }
    }
}

/// A batch of gets that is not sent yet. Made by [`Handle::batch_get`].
#[must_use = "a batch does nothing until it is awaited"]
pub struct BatchGet<'a, T, E> {
    handle: &'a Handle<T>,
    keys: Vec<Key<E>>,
    consistent: bool,
    decode: Decode<E>,
}

/// What became of one key: the item or that there is none, or why that is not known.
type Answer<E> = Result<Option<E>, Arc<Error>>;

impl<'a, T: Table, E: Entity> BatchGet<'a, T, E> {
    /// Reads what the last acknowledged writes left: strongly consistent, at twice the price.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Returns what could be read, and the other keys with their reasons.
    pub fn partial(self) -> PartialBatchGet<'a, T, E> {
        PartialBatchGet(self)
    }

    /// The requests for today's keys as values that can be printed: one for each 100 different keys. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::batch_get`] that come before a request.
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        let requests = self.requests()?;
        requests.into_iter().map(|request| request.as_input().clone().build().map_err(build_error)).collect()
    }

    /// The SDK's own requests, to be changed and sent without us. What they leave unprocessed is yours.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::batch_get`] that come before a request.
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.requests()
    }

    fn requests(&self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        let keys = self.keys.iter().map(item_key_of).collect::<Result<Vec<_>>>()?;
        let keys = once_each::<E>(&keys);
        keys.chunks(BATCH_GET_ITEMS).map(|keys| request(self.handle, keys.to_vec(), self.consistent)).collect()
    }

    /// The answers in the order of the keys.
    async fn read(&self, all_or_nothing: bool) -> Result<Vec<Answer<E>>> {
        let keys: Vec<Result<ItemKey>> = self.keys.iter().map(item_key_of).collect();
        let keys: Vec<Result<ItemKey, Arc<Error>>> = match all_or_nothing {
            true => keys.into_iter().collect::<Result<Vec<_>>>()?.into_iter().map(Ok).collect(),
            false => keys.into_iter().map(|key| key.map_err(|error| self.shared(error))).collect(),
        };
        let found = self.find(once_each::<E>(keys.iter().flatten()), all_or_nothing).await?;
        let newest = |(key, at): (&Key<E>, Result<ItemKey, Arc<Error>>)| match found.at(&at?)? {
            Some(stored) => accept(key, self.decode, stored.clone()).map_err(|error| self.shared(error)),
            None => Ok(None),
        };
        let mut answers: Vec<Answer<E>> = self.keys.iter().zip(keys).map(newest).collect();
        self.look_under_older_keys(&mut answers, all_or_nothing).await?;
        Ok(answers)
    }

    /// Looks for the items that today's keys do not have.
    async fn look_under_older_keys(&self, answers: &mut [Answer<E>], all_or_nothing: bool) -> Result<()> {
        let entity = schema::<E>();
        if is_random(entity) || entity.keys.first().is_none_or(|key| key.legacy.is_empty()) {
            return Ok(());
        }
        let mut missing = Vec::new();
        for (key, answer) in self.keys.iter().zip(answers).filter(|(_, answer)| matches!(answer, Ok(None))) {
            match older_keys(entity, &|field| key.value(field)) {
                Ok(older) => missing.push((key, answer, older)),
                Err(error) => *answer = Err(self.shared(error)),
            }
        }
        let asked = once_each::<E>(missing.iter().flat_map(|(_, _, older)| older));
        let found = self.find(asked, all_or_nothing).await?;
        for (key, answer, older) in missing {
            *answer = self.newest_of(key, &older, &found);
        }
        Ok(())
    }

    /// The first of these older keys that has the item.
    fn newest_of(&self, key: &Key<E>, older: &[ItemKey], found: &Found) -> Answer<E> {
        for at in older {
            let stored = found.at(at)?.filter(|stored| may_be_ours(schema::<E>(), stored));
            let Some(stored) = stored else { continue };
            if let Some(item) = accept_older(key, self.decode, stored.clone()).map_err(|error| self.shared(error))? {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }

    async fn find(&self, keys: Vec<Item>, all_or_nothing: bool) -> Result<Found> {
        let (handle, entity, consistent) = (self.handle, schema::<E>(), self.consistent);
        let KeysRead { items, unread } = match all_or_nothing {
            true => KeysRead { items: read_keys(handle, entity, keys, consistent).await?, unread: Vec::new() },
            false => read_keys_partially(handle, entity, keys, consistent).await?,
        };
        let items = items.into_iter().filter_map(|item| Some((table_key_of::<T>(&item)?, item)));
        let unread = unread.into_iter().filter_map(|(key, error)| Some((table_key_of::<T>(&key)?, self.shared(error))));
        Ok(Found { items: items.collect(), unread: unread.collect() })
    }

    /// The error of one key, with what it happened to.
    fn shared(&self, error: Error) -> Arc<Error> {
        let error = error.operation("batch_get").in_table(self.handle.table_name());
        Arc::new(error.of_entity(schema::<E>().name))
    }

    async fn run(self) -> Result<Vec<Option<E>>> {
        let answers = self.read(true).await?;
        let whole = |reason: Arc<Error>| {
            Arc::try_unwrap(reason)
                .unwrap_or_else(|shared| Error::new(shared.kind(), shared.to_string()).caused_by(shared))
        };
        answers.into_iter().map(|answer| answer.map_err(whole)).collect()
    }
}

/// Different keys, as requests carry them: a request takes no key twice.
fn once_each<'k, E: Entity>(keys: impl IntoIterator<Item = &'k ItemKey>) -> Vec<Item> {
    let mut seen = BTreeSet::new();
    keys.into_iter().filter(|key| seen.insert(*key)).map(|key| key_item(schema::<E>(), key)).collect()
}

/// What is stored under some keys.
#[derive(Default)]
struct Found {
    items: BTreeMap<ItemKey, Item>,
    unread: BTreeMap<ItemKey, Arc<Error>>,
}

impl Found {
    fn at(&self, key: &ItemKey) -> Result<Option<&Item>, Arc<Error>> {
        match self.unread.get(key) {
            Some(reason) => Err(Arc::clone(reason)),
            None => Ok(self.items.get(key)),
        }
    }
}

impl<'a, T: Table, E: Entity> IntoFuture for BatchGet<'a, T, E> {
    type Output = Result<Vec<Option<E>>>;
    type IntoFuture = Sending<'a, Vec<Option<E>>>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(call(handle, "batch_get", Some(schema::<E>().name), self.run()))
    }
}

impl<T: Table, E: Entity> fmt::Debug for BatchGet<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchGet");
        debug.field("entity", &E::SCHEMA.name).field("keys", &self.keys.len()).field("consistent", &self.consistent);
        debug.finish_non_exhaustive()
    }
}
