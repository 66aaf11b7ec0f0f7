//! Writes one item that must not exist.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::put_item::{PutItemInput, builders::PutItemFluentBuilder};
use serde::Serialize;

use super::request::{PutItem, Rule};
use crate::{
    Entity, Result, Table,
    client::{Handle, Written, transport::call::Sending},
    entity::{KnownKey, StoredIn},
    item::locate::key_with_shard,
};

impl<T: Table> Handle<T> {
    /// Writes an item that must not exist yet, not even under an older key (`legacy`). An expired item counts as
    /// absent, and is overwritten: see [`lifecycle`](crate::lifecycle).
    ///
    /// The stored [version](crate::version) is the struct's plus one. With [unique](crate::unique) fields the create is
    /// a transaction that also writes their sentinels.
    ///
    /// If the item can have older keys, they are checked in one transaction with the write, so no other writer can
    /// intervene. It costs two write units for each KB of the item and at least two for each older key; a design counts
    /// once for each shard that does not follow from the item's fields. Keys that ended before the item's time
    /// (`until`) are not checked. The caller needs `dynamodb:ConditionCheckItem` in addition to `dynamodb:PutItem`.
    ///
    /// After a lost answer the create is retried. If the retry finds an item, it may be the call's own or another
    /// writer's: the error is `AlreadyExists` with the outcome [`Unknown`](crate::Outcome::Unknown), whatever the item
    /// contains. Read the item then: a field that only this caller writes, such as a request id, shows whose it is. On
    /// a table with [write ids](crate::write_id), the call recognizes its own item. A create in a transaction, because
    /// of older keys or unique fields, is retried with its token, so its own item does not conflict.
    ///
    /// AWS: [transactions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html).
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](crate::ErrorKind::AlreadyExists), [`NotUnique`](crate::ErrorKind::NotUnique), and those of
    /// [`put`](Handle::put). [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for an item that can be under more
    /// than 99 older keys, because a transaction has at most 100 actions.
    pub fn create<'a, E>(&'a self, entity: &'a E) -> Create<'a, E>
    where
        E: StoredIn<T> + KnownKey + Serialize,
    {
        Create { entity, put: PutItem::new(self.connection(), entity, Rule::Create) }
    }
}

/// A create that is not sent yet. Made by [`Handle::create`].
#[must_use = "a create does nothing until it is awaited"]
pub struct Create<'a, E> {
    entity: &'a E,
    put: PutItem<'a>,
}

impl<E: Entity> Create<'_, E> {
    /// Returns the put as a value that can be printed. If the item can have older keys or unique fields, it is sent as
    /// a part of a transaction. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::create`] that come before a request.
    pub fn params(&self) -> Result<PutItemInput> {
        self.put.params()
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::create`] that come before a request, and
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if fields are [unique](crate::unique), because one
    /// request does not write their sentinels.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder> {
        self.put.into_sdk()
    }
}

impl<'a, E: Entity> IntoFuture for Create<'a, E> {
    type Output = Result<Written>;
    type IntoFuture = Sending<'a, Written>;

    fn into_future(self) -> Self::IntoFuture {
        self.put.sending()
    }
}

impl<E: Entity> fmt::Debug for Create<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The entity's own `Debug` may print sensitive values.
        let key = key_with_shard(self.entity, self.put.shard);
        f.debug_struct("Create").field("key", &key).finish_non_exhaustive()
    }
}
