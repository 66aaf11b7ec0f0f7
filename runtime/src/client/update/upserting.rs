//! Changing an item, or making it.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::{
    operation::update_item::{UpdateItemInput, builders::UpdateItemFluentBuilder},
    types::ReturnValue,
};
use serde::{Serialize, de::DeserializeOwned};

use super::{request::Request, updating::returned};
use crate::{
    Entity, Item, Result, Table,
    client::{Handle, conditional::When, transport::call::Sending},
    entity::{KnownKey, StoredIn},
    expression::Condition,
    item::stored::schema,
    schema::EntitySchema,
    update::{IntoKey, ItemUpdate, Operations, operations},
};

impl<T: Table> Handle<T> {
    /// Changes fields of an item, and makes it where there is none, in one request: as [`update`](Handle::update), but for
    /// that. An item that it makes has the key's fields, the discriminator, the constants, serde's tag, the index keys that
    /// follow, and what the update sets.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop)]
    /// #[pk(template = "CUSTOMER#<customer>")]
    /// #[sk(template = "PROFILE")]
    /// struct Profile {
    ///     customer: String,
    ///     first_seen: u64,
    ///     visits: u32,
    ///     note: Option<String>,
    /// }
    ///
    /// # async fn example(shop: Handle<Shop>, now: u64) -> keywright::Result<()> {
    /// shop.upsert(Profile::key("ann")).if_not_exists(Profile::FIRST_SEEN, now).add(Profile::VISITS, 1).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// An item that has [expired](crate::lifecycle) is made anew, with nothing of what it held: by a second request, a
    /// transaction with a put, for which the caller needs `dynamodb:PutItem`.
    ///
    /// Before a request it is made sure that an item which it would make decodes again, and stands in the indexes where a put
    /// of it would.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) where the item that it would make lacks a field, and for a place
    /// inside one: nothing was sent. [`KeyCollision`](crate::ErrorKind::KeyCollision) where another item has the key. Those of
    /// [`update`](Handle::update) but `NotFound`.
    pub fn upsert<K>(&self, key: K) -> Upsert<'_, T, K::Entity>
    where
        K: IntoKey<Entity: StoredIn<T> + KnownKey + Serialize + DeserializeOwned>,
    {
        Upsert { request: Request::new(self, ItemUpdate::upsert(key)), output: |_| Ok(()) }
    }
}

/// An upsert that is not sent yet. Made by [`Handle::upsert`].
#[must_use = "an upsert does nothing until it is awaited"]
pub struct Upsert<'a, T, E, O = ()> {
    request: Request<'a, T, E>,
    output: fn(Option<Item>) -> Result<O>,
}

impl<'a, T: Table, E: Entity, O> Upsert<'a, T, E, O> {
    operations!(E);

    /// Only where this holds for the stored item or, where there is none, for an item without attributes; else the answer is
    /// [`Refused`](crate::client::Conditional::Refused), with the item. As in [`Update::when`](super::Update::when).
    pub fn when(mut self, condition: Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        self.request.update = self.request.update.when(condition);
        When::new(self)
    }

    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::upsert`] that come before a request.
    pub fn params(&self) -> Result<UpdateItemInput> {
        self.request.params()
    }

    /// The SDK's own request, to be changed and sent without us. Switch its retries off where it adds or appends: the SDK
    /// repeats what may have been carried out.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::upsert`] that come before a request.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        self.request.into_sdk()
    }

    fn change(mut self, change: impl FnOnce(&mut Operations)) -> Self {
        change(&mut self.request.update.operations);
        self
    }
}

impl<'a, T: Table, E: Entity> Upsert<'a, T, E> {
    /// Returns the item as it is after the upsert.
    pub fn returning(self) -> Upsert<'a, T, E, E>
    where
        E: DeserializeOwned,
    {
        Upsert { request: self.request.returning(ReturnValue::AllNew), output: returned }
    }

    /// Returns the item as it was before the upsert; `None` where it was made.
    pub fn returning_old(self) -> Upsert<'a, T, E, Option<E>>
    where
        E: DeserializeOwned,
    {
        let output = |item: Option<Item>| match item {
            // An engine may answer with the key alone where there was nothing.
            Some(item) if item.len() <= key_attributes(schema::<E>()) => Ok(returned(Some(item)).ok()),
            item => item.map(|item| returned(Some(item))).transpose(),
        };
        Upsert { request: self.request.returning(ReturnValue::AllOld), output }
    }
}

/// How many attributes the table key has.
fn key_attributes(entity: &EntitySchema) -> usize {
    1 + usize::from(entity.table.sort_key.is_some())
}

impl<'a, T: Table, E: Entity, O> When<Upsert<'a, T, E, O>, E> {
    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Upsert::params`], and a condition that DynamoDB does not take.
    pub fn params(&self) -> Result<UpdateItemInput> {
        self.write.params()
    }

    /// The SDK's own request, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`Upsert::params`], and a condition that DynamoDB does not take.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        self.write.into_sdk()
    }
}

impl<'a, T: Table, E: Entity, O: 'a> IntoFuture for Upsert<'a, T, E, O> {
    type Output = Result<O>;
    type IntoFuture = Sending<'a, O>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { request, output } = self;
        Box::pin(async move { output(request.send().await?) })
    }
}

impl<T, E: Entity, O> fmt::Debug for Upsert<'_, T, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upsert").field("key", &self.request.update.key).finish_non_exhaustive()
    }
}
