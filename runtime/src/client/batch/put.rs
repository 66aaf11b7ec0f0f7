//! Writes many items of one entity.

mod report;

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItemInput, builders::BatchWriteItemFluentBuilder};
use serde::Serialize;

use super::requests::{Batch, BatchWrite as _, PutOf, batch_methods, check_in_flight};
use crate::{
    Entity, Result, Table,
    client::{
        Handle,
        transport::call::{Sending, call},
    },
    entity::StoredIn,
    item::{locate::key_with_shard, stored::schema},
};

pub use report::{BatchReport, Leftover};

impl<T: Table> Handle<T> {
    /// Writes many items, 25 in a request.
    ///
    /// Plain and hash-sharded entities are **overwritten**. Randomly sharded ones are **appended without the check**
    /// that [`put`](Handle::put) makes, because batches have no conditions: an existing item under an equal key is
    /// overwritten. If several items of the batch have one key, the last one wins.
    ///
    /// If the table key contains only a part of a field, as `<at:s>` contains the seconds of a time, a batch accepts
    /// only values that the key contains completely. They overwrite an existing item with another value and an equal
    /// key, which [`put`](Handle::put) rejects: truncate all values before they are stored.
    ///
    /// Unprocessed items are retried, up to 10 requests for a chunk, with full jitter from 50 ms to 5 s. They keep
    /// their keys, because DynamoDB does not report why they are unprocessed. Nothing is lost silently: every item is
    /// counted in [`BatchReport::written`] or returned in [`BatchReport::leftovers`] with its key and the reason. After
    /// a chunk has failed, the next ones are still written, unless they would fail for the same reason, such as a
    /// missing table.
    ///
    /// A chunk whose answer is lost is retried. The reason of its leftovers then has the outcome
    /// [`Unknown`](crate::Outcome::Unknown), even if the last request was throttled.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for an item with a value that the table key contains only
    /// in part, such as a time with milliseconds in `<at:s>`, and for an entity that has a [version](crate::version) or
    /// a [counter](crate::counter), because their puts need a condition; and for an entity with [unique](crate::unique)
    /// fields, whose puts are transactions. Use [`put`](Handle::put).
    pub fn batch_put<'a, E>(&'a self, entities: impl IntoIterator<Item = &'a E>) -> BatchPut<'a, E>
    where
        E: StoredIn<T> + Serialize,
    {
        let entities: Vec<_> = entities.into_iter().collect();
        let puts = entities.iter().map(|entity| PutOf::new(*entity)).collect();
        BatchPut { batch: Batch::new(self.connection(), "batch_put", puts), entities }
    }

    /// Writes the leftovers of a batch, each item into the shard that was picked for it.
    pub fn batch_put_leftovers<'a, E>(&'a self, leftovers: Vec<Leftover<'a, E>>) -> BatchPut<'a, E>
    where
        E: StoredIn<T> + Serialize,
    {
        let puts = leftovers.iter().map(|leftover| PutOf::in_shard(leftover.entity, leftover.key.shard)).collect();
        let entities = leftovers.iter().map(|leftover| leftover.entity).collect();
        BatchPut { batch: Batch::new(self.connection(), "batch_put", puts), entities }
    }
}

/// A batch of puts that is not sent yet. Made by [`Handle::batch_put`].
#[must_use = "a batch does nothing until it is awaited"]
pub struct BatchPut<'a, E> {
    batch: Batch<'a, PutOf<'a>>,
    entities: Vec<&'a E>,
}

impl<'a, E: Entity> BatchPut<'a, E> {
    batch_methods!();

    fn check(&self) -> Result<()> {
        check_in_flight(self.batch.in_flight)?;
        self.batch.writes.iter().try_for_each(|put| put.check())
    }

    async fn run(self) -> Result<BatchReport<'a, E>> {
        self.check()?;
        let outcomes = self.batch.run().await;
        let leftover = |(at, reason): (usize, _)| {
            let (&entity, put): (&&E, _) = (self.entities.get(at)?, self.batch.writes.get(at)?);
            Some(Leftover { entity, key: key_with_shard(entity, put.shard), reason })
        };
        Ok(BatchReport {
            written: outcomes.written,
            leftovers: outcomes.left.into_iter().filter_map(leftover).collect(),
        })
    }
}

impl<'a, E: Entity> IntoFuture for BatchPut<'a, E> {
    type Output = Result<BatchReport<'a, E>>;
    type IntoFuture = Sending<'a, BatchReport<'a, E>>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.batch.handle;
        Box::pin(call(handle, "batch_put", Some(schema::<E>().name), self.run()))
    }
}

impl<E: Entity> fmt::Debug for BatchPut<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchPut");
        debug
            .field("entity", &E::SCHEMA.name)
            .field("items", &self.batch.writes.len())
            .field("in_flight", &self.batch.in_flight);
        debug.finish_non_exhaustive()
    }
}
