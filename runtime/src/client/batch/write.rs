//! Writes items of several entities in one batch.

use std::{fmt, future::IntoFuture, marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItemInput, builders::BatchWriteItemFluentBuilder};
use serde::Serialize;

use super::requests::{Batch, BatchWrite, DeleteOf, PutOf, batch_methods, check_in_flight};
use crate::{
    Error, Key, Result, Table,
    client::{
        Handle,
        transport::call::{Sending, call},
    },
    entity::StoredIn,
};

type AnyWrite<'a> = Arc<dyn BatchWrite + 'a>;

impl<T: Table> Handle<T> {
    /// Puts and deletes items of several entities, 25 in a request. It is not a transaction: each write is carried out
    /// or left over individually. Writes of one key are carried out in their order.
    ///
    /// The puts behave as in [`batch_put`](Handle::batch_put), the deletes as in
    /// [`batch_delete`](Handle::batch_delete): without conditions, and retried if DynamoDB leaves them unprocessed.
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
    /// # async fn example(platform: Handle<Platform>, order: Order, invoice: Invoice) -> keywright::Result<()> {
    /// let report = platform.batch().put(&order).put(&invoice).delete(Invoice::key("ann", 7_u32)).await?;
    /// for leftover in &report.leftovers {
    ///     eprintln!("write {} of `{}`: {}", leftover.position, leftover.entity, leftover.reason);
    /// }
    /// let report = platform.batch_leftovers(report.leftovers).await?;
    /// # Ok(()) }
    /// ```
    pub fn batch<'a>(&'a self) -> WriteBatch<'a, T> {
        WriteBatch { batch: Batch::new(self.connection(), "batch", Vec::new()), table: PhantomData }
    }

    /// Writes the leftovers of a batch of several entities, each put into the shard that was picked for it. Positions
    /// in its report are indices of `leftovers`.
    pub fn batch_leftovers<'a>(&'a self, leftovers: Vec<LeftoverWrite<'a, T>>) -> WriteBatch<'a, T> {
        let writes = leftovers.into_iter().map(|leftover| leftover.write).collect();
        WriteBatch { batch: Batch::new(self.connection(), "batch", writes), table: PhantomData }
    }
}

/// Puts and deletes of several entities that are not sent yet. Made by [`Handle::batch`].
#[must_use = "a batch does nothing until it is awaited"]
pub struct WriteBatch<'a, T> {
    batch: Batch<'a, AnyWrite<'a>>,
    table: PhantomData<fn() -> T>,
}

impl<'a, T: Table> WriteBatch<'a, T> {
    /// Adds a put, like [`Handle::batch_put`].
    pub fn put<E: StoredIn<T> + Serialize>(mut self, entity: &'a E) -> Self {
        self.batch.writes.push(Arc::new(PutOf::new(entity)));
        self
    }

    /// Adds a delete, like [`Handle::batch_delete`].
    pub fn delete<E: StoredIn<T>>(mut self, key: Key<E>) -> Self {
        self.batch.writes.push(Arc::new(DeleteOf { key }));
        self
    }

    batch_methods!();

    fn check(&self) -> Result<()> {
        check_in_flight(self.batch.in_flight)?;
        self.batch.writes.iter().try_for_each(BatchWrite::check)
    }

    async fn run(self) -> Result<WriteBatchReport<'a, T>> {
        self.check()?;
        let outcomes = self.batch.run().await;
        let leftover = |(position, reason)| {
            let write = Arc::clone(self.batch.writes.get(position)?);
            Some(LeftoverWrite { position, entity: write.entity().name, reason, write, table: PhantomData })
        };
        let leftovers = outcomes.left.into_iter().filter_map(leftover).collect();
        Ok(WriteBatchReport { written: outcomes.written, leftovers })
    }
}

/// The result of a batch of several entities: each write was carried out, or is a leftover with a reason.
#[must_use = "it contains the writes that were not carried out"]
#[non_exhaustive]
pub struct WriteBatchReport<'a, T> {
    /// The number of puts and deletes that were carried out.
    pub written: usize,
    /// The writes that were not carried out, or whose outcome is unknown, in their order in the batch.
    ///
    /// [`Handle::batch_leftovers`] sends them again.
    pub leftovers: Vec<LeftoverWrite<'a, T>>,
}

/// A write of a batch that was not carried out, or whose outcome is unknown.
pub struct LeftoverWrite<'a, T> {
    /// Its position in the batch, counted from 0.
    pub position: usize,
    /// The name of its entity.
    pub entity: &'static str,
    /// The reason. Writes of one request share it. [`Error::outcome`] says whether the write may have been carried out.
    pub reason: Arc<Error>,
    write: AnyWrite<'a>,
    table: PhantomData<fn() -> T>,
}

impl<T> WriteBatchReport<'_, T> {
    /// Returns whether every write was carried out.
    pub fn is_complete(&self) -> bool {
        self.leftovers.is_empty()
    }
}

impl<T> fmt::Debug for WriteBatchReport<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriteBatchReport").field("written", &self.written).field("leftovers", &self.leftovers).finish()
    }
}

impl<T> fmt::Debug for LeftoverWrite<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("LeftoverWrite");
        debug.field("position", &self.position).field("entity", &self.entity).field("reason", &self.reason);
        debug.finish_non_exhaustive()
    }
}

impl<'a, T: Table> IntoFuture for WriteBatch<'a, T> {
    type Output = Result<WriteBatchReport<'a, T>>;
    type IntoFuture = Sending<'a, WriteBatchReport<'a, T>>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.batch.handle;
        Box::pin(call(handle, "batch", None, self.run()))
    }
}

impl<T: Table> fmt::Debug for WriteBatch<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("WriteBatch");
        debug
            .field("writes", &self.batch.writes.len())
            .field("in_flight", &self.batch.in_flight)
            .finish_non_exhaustive()
    }
}
