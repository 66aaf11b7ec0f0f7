//! The sum over a counter's shards.

use std::{collections::HashMap, fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    FailedShard, Total,
    item::counter_field,
    item_keys::places,
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
    /// The sum of a counter over all of its shards, those of older keys (`legacy`) included. What is not there is 0.
    ///
    /// A shard that cannot be read fails the total and is named; [`partial`](Totaling::partial) returns the sum of the
    /// others and names the gaps. The shards are read in batches of 100, at one moment after the other: increments of
    /// the meantime are in it or not.
    ///
    /// # Errors
    ///
    /// [`KeyValue`](crate::ErrorKind::KeyValue) and [`KeyTooLong`](crate::ErrorKind::KeyTooLong): nothing was sent.
    /// [`Throttled`](crate::ErrorKind::Throttled) and [`Service`](crate::ErrorKind::Service) after all repetitions.
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) where the sum is beyond the field's type, and
    /// [`Decode`](crate::ErrorKind::Decode) where a shard holds no whole number.
    pub fn total<C>(&self, counter: C) -> Totaling<'_, C::Entity, C::Number>
    where
        C: IntoCounter<Entity: StoredIn<T> + DeserializeOwned>,
    {
        let Counter { key, field, .. } = counter.into_counter();
        let decode = decode::<C::Entity>;
        Totaling { handle: self.connection(), key, field, consistent: false, decode, number: PhantomData }
    }
}

/// A total that is not asked for yet. Made by [`Handle::total`].
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
    /// Reads what the last acknowledged increments left: strongly consistent, at twice the price.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// The requests as values that can be printed: one for each 100 shards. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::total`] that come before a request.
    pub fn params(&self) -> Result<Vec<BatchGetItemInput>> {
        inputs(self.requests()?)
    }

    /// The SDK's own requests, to be changed and sent without us.
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

    /// The table keys of its items: today's, then those of older designs.
    pub(super) fn keys(&self) -> Result<Vec<Item>> {
        places(&self.key)
    }

    pub(super) fn field(&self) -> Result<&'static Field> {
        counter_field::<E>(self.field)
    }

    /// What the items under these keys hold, in the order of the keys; of each that is not understood, where it is and
    /// why.
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
