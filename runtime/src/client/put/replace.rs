//! Writing one item where one is.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::put_item::{PutItemInput, builders::PutItemFluentBuilder};
use serde::{Serialize, de::DeserializeOwned};

use super::request::{PutItem, Rule};
use crate::{
    Entity, Result, Table,
    client::{
        Handle, Written,
        conditional::{When, opens},
        transport::call::Sending,
    },
    entity::{KnownKey, StoredIn},
    expression::Condition,
    item::locate::key_with,
};

impl<T: Table> Handle<T> {
    /// Writes an item in the place of one that must exist. An expired one does not count: see
    /// [`lifecycle`](crate::lifecycle).
    ///
    /// Where a field is the [version](crate::version), the stored item must have the struct's, and the next one is
    /// written.
    ///
    /// An item that is there under older keys only (`legacy`) moves: they are read, and a transaction writes it under
    /// today's key and deletes it under the older ones. That is two requests more, and two write units for each KB of
    /// the item and of what is deleted. The caller needs `dynamodb:BatchGetItem` and `dynamodb:DeleteItem` for it.
    ///
    /// After a lost answer the replace is repeated. If that is refused, for another version or because of `when`, the
    /// outcome is [`Unknown`](crate::Outcome::Unknown): the stored item can be the call's own. Read it before you
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
    /// Writes only if the stored item is as demanded. Awaiting it gives [`Applied`] or, with the item that is stored,
    /// [`Refused`]; an absent item is [`NotFound`](crate::ErrorKind::NotFound) as before.
    ///
    /// [`Applied`]: crate::Conditional::Applied
    /// [`Refused`]: crate::Conditional::Refused
    pub fn when(self, condition: Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        When::new(Self { put: self.put.when(&condition), ..self })
    }

    /// The first request as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::replace`] that come before a request.
    pub fn params(&self) -> Result<PutItemInput> {
        self.put.params()
    }

    /// The SDK's own request, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::replace`] that come before a request, and
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) where fields are [unique](crate::unique): one request
    /// does not write their sentinels.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder> {
        self.put.into_sdk()
    }
}

impl<'a, E: Entity> IntoFuture for Replace<'a, E> {
    type Output = Result<Written>;
    type IntoFuture = Sending<'a, Written>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.put.send())
    }
}

impl<E: Entity> fmt::Debug for Replace<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The entity's own `Debug` may show what is sensitive.
        let key = key_with(self.entity, self.put.shard);
        f.debug_struct("Replace").field("key", &key).finish_non_exhaustive()
    }
}

opens!(Replace => PutItemInput, PutItemFluentBuilder);
