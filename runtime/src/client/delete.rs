//! Deletes one item by its key.

mod older;
mod request;
mod unique;

use std::{fmt, future::IntoFuture, marker::PhantomData, pin::pin};

use aws_sdk_dynamodb::operation::delete_item::{DeleteItemInput, builders::DeleteItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    Connection, Handle,
    conditional::{CallerCondition, When, condition_failed, sdk_methods},
    get::AnyGet,
    transport::{
        attempts::Attempts,
        call::{Sending, call},
    },
    unique::{StoredSentinels, alone, has_unique, stored_sentinels},
};
use crate::{
    Entity, Error, ErrorKind, Result, Table,
    entity::{Held, StoredIn, Versioned},
    expression,
    item::{
        any_key::{AnyKey, DecodeFound, decode_found},
        stored::key_text,
        version::Version,
    },
    key::{ItemKey, lossy::lossy_fields},
    schema::EntitySchema,
    update::IntoKey,
    version::VersionField,
};

impl<T: Table> Handle<T> {
    /// Deletes the item of this key. Deleting an absent item succeeds.
    ///
    /// If the table key holds a field only in part, as `<at:day>` holds the day of a time, the delete reads the item
    /// first, and deletes it only if the whole field is that of the key.
    ///
    /// If the partition key has older designs (`legacy`), the delete reads the item under all of its keys, and deletes
    /// all copies in one transaction, which costs twice the write units. An item that another writer moves from key to
    /// key meanwhile is read and deleted again. A key with a random shard identifies one location, and only that one is
    /// deleted.
    ///
    /// If fields are [unique](crate::unique), the delete is a read and a transaction, which also releases their values.
    ///
    /// After a lost response, the delete is retried. If the first attempt was carried out, the retry finds nothing,
    /// which is success. With [`when`](Delete::when) and [`version`](Delete::version), a refusal after a lost response
    /// has the outcome [`Unknown`](crate::Outcome::Unknown).
    ///
    /// The delete does not check the [version](crate::version), unless [`version`](Delete::version) is called.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`] for a key without its random shard, [`KeyValue`] and [`KeyTooLong`]: nothing was sent.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    pub fn delete<E>(&self, key: impl IntoKey<Entity = E>) -> Delete<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let delete = AnyDelete {
            handle: self.connection(),
            key: AnyKey::of(key.into_key()),
            caller_condition: CallerCondition::default(),
            version: None,
            decode: decode_found::<E>,
            sentinels: stored_sentinels::<E>,
        };
        Delete { delete, entity: PhantomData }
    }
}

/// A delete that is not sent yet. Made by [`Handle::delete`].
#[must_use = "a delete does nothing until it is awaited"]
pub struct Delete<'a, E> {
    delete: AnyDelete<'a>,
    entity: PhantomData<fn() -> E>,
}

/// A [`Delete`] without the type of its entity.
struct AnyDelete<'a> {
    handle: &'a Connection,
    key: AnyKey,
    /// The caller's requirements on the stored item.
    caller_condition: CallerCondition,
    version: Option<Held>,
    decode: DecodeFound,
    sentinels: StoredSentinels,
}

impl<E: Entity> Delete<'_, E> {
    /// Deletes the item only if it meets the condition. If older keys also hold the item, its newest copy is checked.
    /// Awaiting the call returns [`Applied`], or [`Refused`] with the stored item. If the item is absent or expired, a
    /// condition on an attribute is false and `not_exists()` is true.
    ///
    /// [`Applied`]: super::Conditional::Applied
    /// [`Refused`]: super::Conditional::Refused
    pub fn when(mut self, condition: expression::Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        self.delete.caller_condition = CallerCondition::of(&condition);
        When::new(self)
    }

    /// Deletes the item only if it has this [version](crate::version). Deleting an absent item succeeds.
    ///
    /// # Errors
    ///
    /// [`VersionConflict`](crate::ErrorKind::VersionConflict) if the item has another version.
    pub fn version(mut self, version: impl VersionField) -> Self
    where
        E: Versioned,
    {
        self.delete.version = Some(version.__held());
        self
    }

    /// Returns the request for the current key as a printable value. Sends no request.
    ///
    /// It contains the conditions of [`when`](Self::when) and of the version, and no others. The condition for a key
    /// that holds only a part of a field depends on the stored item.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::delete`] that occur before a request.
    pub fn params(&self) -> Result<DeleteItemInput> {
        self.delete.params()
    }

    /// Converts into the SDK's builder, with the conditions of [`params`](Self::params).
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::delete`] that occur before a request. Also
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if fields are [unique](crate::unique), because a single
    /// request does not release their values.
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder> {
        alone(self.delete.entity())?;
        self.delete.sdk()
    }
}

impl<'a> AnyDelete<'a> {
    fn entity(&self) -> &'static EntitySchema {
        self.key.entity()
    }

    fn params(&self) -> Result<DeleteItemInput> {
        let built = self.sdk()?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    fn sdk(&self) -> Result<DeleteItemFluentBuilder> {
        self.caller_condition.check()?;
        Ok(self.request(self.handle.client(), &self.key.item_key()?, self.condition(None, self.expected()?)))
    }

    /// Returns the version that the item must have if it is stored.
    fn expected(&self) -> Result<Option<Version>> {
        Version::given(self.entity(), self.version)
    }

    /// Sends the requests of the call.
    fn sending(self) -> Sending<'a, ()> {
        Box::pin(async move {
            // Pinned here, because a future passed by value takes memory twice.
            let run = pin!(self.run());
            call(self.handle, "delete", Some(self.entity().name), run).await
        })
    }

    async fn run(&self) -> Result<()> {
        self.caller_condition.check()?;
        let (entity, key, version) = (self.entity(), self.key.item_key()?, self.expected()?);
        let get = AnyGet::before_write(self.handle, self.key.clone(), self.decode);
        // Shared by all requests of the call, because the effect or doubt of the first also counts for the error of the
        // last.
        let attempts = Attempts::default();
        if has_unique(entity) {
            // Boxed to keep the future of ordinary deletes small.
            let deleted = Box::pin(self.delete_unique(&key, version, &get, &attempts)).await;
            return deleted.map_err(|error| attempts.in_doubt(error).at_key(key_text(entity, &key)));
        }
        let deleted = match get.has_older_keys()? {
            true => Box::pin(self.delete_all_copies(version, &get, &attempts)).await,
            false => self.delete_current(&key, version, &get, &attempts).await,
        };
        deleted.map_err(|error| attempts.in_doubt(error).at_key(key_text(entity, &key)))
    }

    /// Deletes the item under the only key that it can have.
    async fn delete_current(
        &self,
        key: &ItemKey,
        version: Option<Version>,
        get: &AnyGet<'_>,
        attempts: &Attempts,
    ) -> Result<()> {
        let lossy = lossy_fields(self.entity());
        if lossy.is_empty() {
            return self.send(key, None, version, attempts).await;
        }
        match get.stored_at_current_key().await? {
            Some(stored) => self.send(key, Some((&lossy, &stored)), version, attempts).await,
            None => self.absent_outcome(),
        }
    }

    /// Returns the outcome of a delete of an absent item.
    fn absent_outcome(&self) -> Result<()> {
        match self.caller_condition.accepts_absent() {
            true => Ok(()),
            false => Err(condition_failed(None)),
        }
    }
}

impl<'a, E: Entity> IntoFuture for Delete<'a, E> {
    type Output = Result<()>;
    type IntoFuture = Sending<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        self.delete.sending()
    }
}

impl<E: Entity> fmt::Debug for Delete<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delete").field("key", &self.delete.key).finish_non_exhaustive()
    }
}

sdk_methods!(Delete => DeleteItemInput, DeleteItemFluentBuilder);
