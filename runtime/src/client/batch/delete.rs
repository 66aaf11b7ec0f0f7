//! Deletes many items of one entity.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItemInput, builders::BatchWriteItemFluentBuilder};

use super::requests::{Batch, BatchWrite as _, DeleteOf, batch_methods, check_in_flight};
use crate::{
    Entity, Key, Result, Table,
    client::{
        Handle, LeftoverKey,
        transport::call::{Sending, call},
    },
    entity::StoredIn,
    item::stored::schema,
};

impl<T: Table> Handle<T> {
    /// Deletes the items of many keys, 25 in a request. Deleting a key without an item succeeds.
    ///
    /// Unprocessed items are retried as in [`batch_put`](Handle::batch_put). Every key is counted in
    /// [`BatchDeleteReport::deleted`] or returned in [`BatchDeleteReport::leftovers`] with its position and the reason.
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
    /// # async fn example(platform: Handle<Platform>) -> keywright::Result<()> {
    /// let report = platform.batch_delete((1..=40_u32).map(|id| Order::key("ann", id))).await?;
    /// for leftover in &report.leftovers {
    ///     eprintln!("{:?}: {}", leftover.key, leftover.reason);
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument), before a request is sent: for a value that the table key
    /// contains only in part; for an item that can have older keys (`legacy`), because its delete reads them first; and
    /// for an entity with [unique](crate::unique) fields, whose deletes are transactions. Use
    /// [`delete`](Handle::delete). An invalid key, such as one without its random shard, is a leftover.
    pub fn batch_delete<E: StoredIn<T>>(&self, keys: impl IntoIterator<Item = Key<E>>) -> BatchDelete<'_, E> {
        let deletes = keys.into_iter().map(|key| DeleteOf { key }).collect();
        BatchDelete { batch: Batch::new(self.connection(), "batch_delete", deletes) }
    }
}

/// A batch of deletes that is not sent yet. Made by [`Handle::batch_delete`].
#[must_use = "a batch does nothing until it is awaited"]
pub struct BatchDelete<'a, E> {
    batch: Batch<'a, DeleteOf<E>>,
}

impl<'a, E: Entity> BatchDelete<'a, E> {
    batch_methods!();

    fn check(&self) -> Result<()> {
        check_in_flight(self.batch.in_flight)?;
        self.batch.writes.iter().try_for_each(|delete| delete.check())
    }

    async fn run(self) -> Result<BatchDeleteReport<E>> {
        self.check()?;
        let outcomes = self.batch.run().await;
        let leftover = |(position, reason): (usize, _)| {
            let key = self.batch.writes.get(position)?.key.clone();
            Some(LeftoverKey { position, key, reason })
        };
        let leftovers = outcomes.left.into_iter().filter_map(leftover).collect();
        Ok(BatchDeleteReport { deleted: outcomes.written, leftovers })
    }
}

/// The result of a batch of deletes: each key has no item now, or is a leftover with a reason.
#[must_use = "it contains the keys that were not deleted"]
#[non_exhaustive]
pub struct BatchDeleteReport<E> {
    /// The number of keys that were deleted, whether or not there was an item.
    pub deleted: usize,
    /// The keys that were not deleted, or whose outcome is unknown, in their order in the batch.
    pub leftovers: Vec<LeftoverKey<E>>,
}

impl<E> BatchDeleteReport<E> {
    /// Returns whether every key was deleted.
    pub fn is_complete(&self) -> bool {
        self.leftovers.is_empty()
    }
}

impl<E: Entity> fmt::Debug for BatchDeleteReport<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchDeleteReport");
        debug.field("deleted", &self.deleted).field("leftovers", &self.leftovers).finish()
    }
}

impl<'a, E: Entity> IntoFuture for BatchDelete<'a, E> {
    type Output = Result<BatchDeleteReport<E>>;
    type IntoFuture = Sending<'a, BatchDeleteReport<E>>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.batch.handle;
        Box::pin(call(handle, "batch_delete", Some(schema::<E>().name), self.run()))
    }
}

impl<E: Entity> fmt::Debug for BatchDelete<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchDelete");
        debug
            .field("entity", &E::SCHEMA.name)
            .field("keys", &self.batch.writes.len())
            .field("in_flight", &self.batch.in_flight);
        debug.finish_non_exhaustive()
    }
}
