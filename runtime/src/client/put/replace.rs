//! Writes one item that must exist.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::put_item::{PutItemInput, builders::PutItemFluentBuilder};
use serde::{Serialize, de::DeserializeOwned};

use super::request::{PutItem, Rule};
use crate::{
    Entity, Result, Table,
    client::{
        Handle, Written,
        conditional::{When, sdk_methods},
        transport::call::Sending,
    },
    entity::{KnownKey, StoredIn},
    expression::Condition,
    item::locate::key_with_shard,
};

impl<T: Table> Handle<T> {
    /// Overwrites an item that must exist. An expired item counts as absent: see [`lifecycle`](crate::lifecycle).
    ///
    /// If a field is the [version](crate::version), the stored item must have the struct's version, and the next one is
    /// written.
    ///
    /// An item that exists only under older keys (`legacy`) is moved: the older keys are read, and a transaction writes
    /// the item under its current key and deletes it under the older ones. That takes two more requests, and two write
    /// units for each KB of the item and of the deleted copies. The caller needs `dynamodb:BatchGetItem` and
    /// `dynamodb:DeleteItem` for it.
    ///
    /// After a lost answer the replace is retried. If the retry is rejected, because of another version or of `when`,
    /// the outcome is [`Unknown`](crate::Outcome::Unknown): the stored item can be the call's own. Read it before you
    /// repeat the change, or give the table [write ids](crate::write_id), by which the call recognizes its own item.
    /// Without a version and a condition the last writer wins.
    ///
    /// # Errors
    ///
    /// [`NotFound`](crate::ErrorKind::NotFound), and those of [`put`](Handle::put).
    pub fn replace<'a, E>(&'a self, entity: &'a E) -> Replace<'a, E>
    where
        E: StoredIn<T> + KnownKey + Serialize,
    {
        Replace { entity, put: PutItem::new(self.connection(), entity, Rule::Replace) }
    }
}

/// A replace that is not sent yet. Made by [`Handle::replace`].
#[must_use = "a replace does nothing until it is awaited"]
pub struct Replace<'a, E> {
    entity: &'a E,
    put: PutItem<'a>,
}

impl<E: Entity> Replace<'_, E> {
    /// Writes only if the stored item meets a condition. Awaiting it returns [`Applied`] or, with the stored item,
    /// [`Refused`]. An absent item is still the error [`NotFound`](crate::ErrorKind::NotFound).
    ///
    /// [`Applied`]: crate::Conditional::Applied
    /// [`Refused`]: crate::Conditional::Refused
    pub fn when(self, condition: Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        When::new(Self { put: self.put.when(&condition), ..self })
    }

    /// Returns the first request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::replace`] that come before a request.
    pub fn params(&self) -> Result<PutItemInput> {
        self.put.params()
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::replace`] that come before a request, and
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if fields are [unique](crate::unique), because one
    /// request does not write their sentinels.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder> {
        self.put.into_sdk()
    }
}

impl<'a, E: Entity> IntoFuture for Replace<'a, E> {
    type Output = Result<Written>;
    type IntoFuture = Sending<'a, Written>;

    fn into_future(self) -> Self::IntoFuture {
        self.put.sending()
    }
}

impl<E: Entity> fmt::Debug for Replace<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The entity's own `Debug` may print sensitive values.
        let key = key_with_shard(self.entity, self.put.shard);
        f.debug_struct("Replace").field("key", &key).finish_non_exhaustive()
    }
}

sdk_methods!(Replace => PutItemInput, PutItemFluentBuilder);
