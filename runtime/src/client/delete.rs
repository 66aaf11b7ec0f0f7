//! Deleting one item by its key.

mod older;
mod request;
mod unique;

use std::{fmt, future::IntoFuture, pin::pin};

use aws_sdk_dynamodb::operation::delete_item::{DeleteItemInput, builders::DeleteItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{
    Connection, Handle,
    conditional::{Demand, When, condition_failed, opens},
    get::Get,
    transport::{
        attempts::Attempts,
        call::{Sending, call},
    },
    unique::{alone, has_unique},
};
use crate::{
    Entity, Error, ErrorKind, Item, Key, Result, Table,
    entity::{DecodeAs, Held, StoredIn, Versioned},
    expression,
    item::{
        decode::decode,
        key_fields::key_fields,
        locate::item_key_of,
        stored::{key_text, schema, stored_key},
        version::Version,
    },
    key::{ItemKey, lossy::lossy_fields},
    update::IntoKey,
    version::VersionField,
};

impl<T: Table> Handle<T> {
    /// Deletes the item of this key. Deleting an absent item succeeds.
    ///
    /// If the table key holds a field only in part, as `<at:day>` holds the day of a time, the delete reads the item
    /// first, and deletes it only if the whole field is that of the key.
    ///
    /// Where the partition key has older designs (`legacy`), they are read, and the item is deleted under each older
    /// key first, the oldest before the others, and under today's last: so it does not come back from there, and who
    /// reads meanwhile sees the newest or nothing. An item that `replace` moves in between is deleted where it went.
    /// These are several requests, and not atomic: an item that another client creates after the first of them can be
    /// deleted by the last. Where that matters, demand a state of the item with [`when`](Delete::when). A key with a
    /// random shard names one place, and only that is deleted.
    ///
    /// Where fields are [unique](crate::unique), it is a read and a transaction, which gives their values up.
    ///
    /// After a lost answer the delete is repeated, and finds nothing where the first attempt was carried out: that is
    /// success. With [`when`](Delete::when) and [`version`](Delete::version) a refusal after a lost answer has the
    /// outcome [`Unknown`](crate::Outcome::Unknown). So has every failure after an older copy was deleted: the item can
    /// still be read from its newer keys, and deleting it again finishes the work.
    ///
    /// It asks for no [version](crate::version), unless one is given: [`version`](Delete::version).
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
        let key = key.into_key();
        Delete { handle: self.connection(), key, demand: Demand::default(), version: None, decode: decode::<E> }
    }
}

/// A delete that is not sent yet. Made by [`Handle::delete`].
#[must_use = "a delete does nothing until it is awaited"]
pub struct Delete<'a, E> {
    handle: &'a Connection,
    key: Key<E>,
    /// What the caller demands of the stored item.
    demand: Demand,
    version: Option<Held>,
    decode: DecodeAs<E>,
}

impl<'a, E: Entity> Delete<'a, E> {
    /// Deletes only if the stored item is as demanded: the newest, where older keys hold it too. Awaiting it gives
    /// [`Applied`] or, with the item that is stored, [`Refused`]. Of an item that is not there, a condition on an
    /// attribute is false and `not_exists()` is true; an expired one is judged as none.
    ///
    /// [`Applied`]: super::Conditional::Applied
    /// [`Refused`]: super::Conditional::Refused
    pub fn when(self, condition: expression::Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        When::new(Self { demand: Demand::of(&condition), ..self })
    }

    /// Deletes the item in this [version](crate::version) only. Deleting an absent item succeeds.
    ///
    /// # Errors
    ///
    /// [`VersionConflict`](crate::ErrorKind::VersionConflict) where the item is of another version.
    pub fn version(mut self, version: impl VersionField) -> Self
    where
        E: Versioned,
    {
        self.version = Some(version.__held());
        self
    }

    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// It carries the condition of [`when`](Self::when) and that for its version, and no other: the one for a key that
    /// holds a field only in part depends on what is stored.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::delete`] that come before a request.
    pub fn params(&self) -> Result<DeleteItemInput> {
        let built = self.sdk()?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    /// The SDK's own request, to be changed and sent without us, with the conditions of [`params`](Self::params).
    ///
    /// # Errors
    ///
    /// Those of [`Handle::delete`] that come before a request, and
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument) where fields are [unique](crate::unique): one request
    /// does not give their values up.
    pub fn into_sdk(self) -> Result<DeleteItemFluentBuilder> {
        alone(schema::<E>())?;
        self.sdk()
    }

    fn sdk(&self) -> Result<DeleteItemFluentBuilder> {
        self.demand.check()?;
        Ok(self.request(self.handle.client(), &item_key_of(&self.key)?, self.condition(None, self.expected()?)))
    }

    /// The version that the item must have, if it is there.
    fn expected(&self) -> Result<Option<Version>> {
        Version::given::<E>(self.version)
    }

    async fn run(self) -> Result<()> {
        self.demand.check()?;
        let (entity, key, version) = (schema::<E>(), item_key_of(&self.key)?, self.expected()?);
        let get = Get::new(self.handle, self.key.clone(), self.decode).consistent();
        // Of all requests of the call: what the first one does, or leaves in doubt, counts for the last one's error.
        let attempts = Attempts::default();
        if has_unique(entity) {
            // Few deletes have it, so all the others need not be larger for it.
            let deleted = Box::pin(self.delete_unique(&key, version, &get, &attempts)).await;
            return deleted.map_err(|error| attempts.in_doubt(error).at_key(key_text(entity, &key)));
        }
        let older = Box::pin(get.older()).await?;
        let is_demanded = self.demand.expression().is_some();
        let deleted = match !older.is_empty() && (is_demanded || version.is_some()) {
            true => Box::pin(self.delete_beside(version, &get, &attempts)).await,
            false => self.delete_all(&key, older, version, &get, &attempts).await,
        };
        deleted.map_err(|error| attempts.in_doubt(error).at_key(key_text(entity, &key)))
    }

    /// Deletes what is stored under older keys, and then under today's.
    async fn delete_all(
        &self,
        key: &ItemKey,
        older: Vec<(E, Item)>,
        version: Option<Version>,
        get: &Get<'_, E>,
        attempts: &Attempts,
    ) -> Result<()> {
        let entity = schema::<E>();
        for (_, stored) in older.into_iter().rev() {
            if let Some(older) = stored_key(entity, 0, &stored) {
                self.send(&older, Some((&key_fields(entity), &stored)), None, attempts).await?;
                attempts.carried_out();
            }
        }
        let lossy = lossy_fields(entity);
        if lossy.is_empty() {
            return self.send(key, None, version, attempts).await;
        }
        match get.stored_today().await? {
            Some(stored) => self.send(key, Some((&lossy, &stored)), version, attempts).await,
            None => self.of_none(),
        }
    }

    /// What becomes of a delete of an item that is not there.
    fn of_none(&self) -> Result<()> {
        match self.demand.holds_of_none() {
            true => Ok(()),
            false => Err(condition_failed(None)),
        }
    }
}

impl<'a, E: Entity> IntoFuture for Delete<'a, E> {
    type Output = Result<()>;
    type IntoFuture = Sending<'a, ()>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(async move {
            // A future that is handed on lies in memory twice.
            let run = pin!(self.run());
            call(handle, "delete", Some(schema::<E>().name), run).await
        })
    }
}

impl<E: Entity> fmt::Debug for Delete<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delete").field("key", &self.key).finish_non_exhaustive()
    }
}

opens!(Delete => DeleteItemInput, DeleteItemFluentBuilder);
