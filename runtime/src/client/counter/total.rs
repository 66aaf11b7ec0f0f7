//! Sums the shards of a counter.

use std::{collections::HashMap, fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    FailedShard, Total,
    item::counter_field,
    item_keys::possible_keys,
    lane::{Counted, Lane},
    shards::{in_range, summed},
};
use crate::{
    Counter, Entity, Item, Key, Result, Table,
    client::{
        Connection, Handle,
        read_keys::{inputs, read_keys, requests},
        transport::call::{Sending, call},
    },
    counter::{CounterField, IntoCounter},
    entity::{DecodeAs, StoredIn},
    item::{
        decode::decode,
        stored::{key_text, schema, stored_key},
    },
    schema::Field,
};

impl<T: Table> Handle<T> {
    /// Returns the sum of a counter over all of its shards, including those under older keys (`legacy`). Missing items
    /// count as 0.
    ///
    /// If a shard cannot be read, the total fails and the error names the shard; [`partial`](Totaling::partial) returns
    /// the sum of the others and names the missing shards. The shards are read in batches of 100, one after the other:
    /// concurrent increments may or may not be included.
    ///
    /// # Errors
    ///
    /// Before a request is sent: [`KeyValue`](crate::ErrorKind::KeyValue) and
    /// [`KeyTooLong`](crate::ErrorKind::KeyTooLong). After the last retry: [`Throttled`](crate::ErrorKind::Throttled)
    /// and [`Service`](crate::ErrorKind::Service). [`OutOfRange`](crate::ErrorKind::OutOfRange) if the sum exceeds the
    /// field's type, and [`Decode`](crate::ErrorKind::Decode) if the value of a shard is not an integer.
    pub fn total<C>(&self, counter: C) -> Totaling<'_, C::Entity, C::Number>
    where
        C: IntoCounter<Entity: StoredIn<T> + DeserializeOwned>,
    {
        let Counter { key, field, .. } = counter.into_counter();
        let decode = decode::<C::Entity>;
        Totaling { handle: self.connection(), key, field, consistent: false, decode, number: PhantomData }
    }
}

/// A total that is not sent yet. Made by [`Handle::total`].
#[must_use = "a total does nothing until it is awaited"]
pub struct Totaling<'a, E, N> {
    pub(super) handle: &'a Connection,
    key: Key<E>,
    field: u8,
    pub(super) consistent: bool,
    decode: DecodeAs<E>,
    number: PhantomData<fn() -> N>,
}

impl<'a, E: Entity, N: CounterField> Totaling<'a, E, N> {
    /// Reads with strong consistency, at twice the cost: includes all acknowledged increments.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Returns the requests as values that can be printed: one for each 100 shards. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::total`] that come before a request.
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        inputs(self.requests()?)
    }

    /// Converts the requests into the SDK's builders, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::total`] that come before a request.
    pub fn into_sdk(self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        self.requests()
    }

    fn requests(&self) -> Result<Vec<BatchGetItemFluentBuilder>> {
        requests(self.handle, &self.keys()?, self.consistent)
    }

    /// Returns the table keys of its items: current keys first, then older ones.
    pub(super) fn keys(&self) -> Result<Vec<Item>> {
        possible_keys(&self.key)
    }

    pub(super) fn field(&self) -> Result<&'static Field> {
        counter_field(schema::<E>(), self.field)
    }

    /// Returns the values of the items under these keys, in the order of the keys. For an item that cannot be decoded,
    /// returns its location and the error.
    pub(super) fn count(&self, keys: &[Item], items: Vec<Item>) -> Result<Vec<Result<Counted, FailedShard>>> {
        let entity = schema::<E>();
        let field = self.field()?;
        let stored: HashMap<_, _> =
            items.into_iter().filter_map(|item| Some((stored_key(entity, 0, &item)?, item))).collect();
        let count = |key| {
            let Lane { shard, key } = Lane::of::<E>(key)?;
            let lane = Lane { shard, key: key.clone() };
            let counted = lane.count(&self.key, field, stored.get(&key), self.decode);
            let counted = counted.and_then(|counted| in_range::<N>(field.name, counted.value).map(|_| counted));
            Ok(counted.map_err(|error| FailedShard { error: error.at_key(key_text(entity, &key)), shard, key }))
        };
        keys.iter().map(count).collect()
    }

    async fn read(&self) -> Result<Total<N>> {
        let keys = self.keys()?;
        let items = read_keys(self.handle, schema::<E>(), keys.clone(), self.consistent).await?;
        let counted = self.count(&keys, items)?.into_iter().map(|counted| counted.map_err(|failed| failed.error));
        let (value, shards) = summed(schema::<E>(), self.field()?.name, counted.collect::<Result<_>>()?)?;
        Ok(Total { value, shards })
    }
}

impl<'a, E: Entity, N: CounterField + Send + 'a> IntoFuture for Totaling<'a, E, N> {
    type Output = Result<Total<N>>;
    type IntoFuture = Sending<'a, Total<N>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { call(self.handle, "total", Some(schema::<E>().name), self.read()).await })
    }
}

impl<E: Entity, N> fmt::Debug for Totaling<'_, E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Totaling").field("key", &self.key).field("consistent", &self.consistent).finish_non_exhaustive()
    }
}
