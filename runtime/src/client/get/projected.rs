//! Reads a part of one item by its key.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::get_item::{GetItemInput, builders::GetItemFluentBuilder};
use serde::de::DeserializeOwned;

use crate::{
    Entity, Projection, Result,
    client::{
        Get,
        transport::call::{Sending, call},
    },
    item::{
        expiry::Newest,
        read_item::ReadItem,
        stored::{belongs, schema, wrong_entity},
    },
    key::ParsedKey,
    projection::{ProjectionOf, decode::project, requested::RequestedAttributes, sources::sources_in_table},
};

impl<'a, E: Entity> Get<'a, E> {
    /// Reads the fields of a [`Projection`] only.
    ///
    /// The request names the attributes of these fields, the table's key, the discriminator and the TTL attribute. If
    /// the table key holds a field only in part, or has older designs (`legacy`), the request reads the whole item,
    /// which is needed to identify it.
    pub fn project<P: ProjectionOf<E> + DeserializeOwned>(self) -> ProjectedGet<'a, E, P> {
        let attributes = RequestedAttributes::of_key(schema::<E>(), P::FIELDS);
        ProjectedGet { get: self.with_attributes(attributes), project: of_table::<P> }
    }
}

/// Decodes the projection of an item of the table.
pub(crate) fn of_table<P: Projection + DeserializeOwned>(item: ReadItem) -> Result<P> {
    project(sources_in_table::<P>(), item, &ParsedKey::default())
}

/// A get of a part of an item that has not been sent. Created by [`Get::project`].
#[must_use = "a get does nothing until it is awaited"]
pub struct ProjectedGet<'a, E, P> {
    get: Get<'a, E>,
    project: fn(ReadItem) -> Result<P>,
}

impl<'a, E: Entity, P> ProjectedGet<'a, E, P> {
    /// Reads with strong consistency, at twice the cost: the result reflects all acknowledged writes.
    pub fn consistent(mut self) -> Self {
        self.get = self.get.consistent();
        self
    }

    /// Also returns an item that has expired but that DynamoDB has not deleted yet. See
    /// [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.get = self.get.include_expired();
        self
    }

    /// Returns the request for the current key as a printable value. Sends no request.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::get`](crate::Handle::get) that occur before a request.
    pub fn params(&self) -> Result<GetItemInput> {
        self.get.params()
    }

    /// Converts into the SDK's builder, which the caller can change and send.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::get`](crate::Handle::get) that occur before a request.
    pub fn into_sdk(self) -> Result<GetItemFluentBuilder> {
        self.get.into_sdk()
    }

    async fn read(&self) -> Result<Option<P>> {
        let newest = match self.read_current_key().await? {
            Some(newest) => Some(newest),
            None => self.read_older_keys().await?,
        };
        // The newest copy decides: an older copy must not reappear when the newest expires.
        newest.and_then(Newest::shown).map(self.project).transpose()
    }

    async fn read_current_key(&self) -> Result<Option<Newest<ReadItem>>> {
        let Some(stored) = self.get.fetch_read().await? else { return Ok(None) };
        if !belongs(schema::<E>(), &stored) {
            return Err(wrong_entity(schema::<E>(), &stored.into_item()));
        }
        let is_requested = match self.get.is_projected() {
            true => Ok(true),
            false => self.get.accept_read(stored.clone()).map(|item| item.is_some()),
        };
        Newest::of(self.get.is_hidden(&stored), is_requested.map(|is_it| is_it.then_some(stored)))
    }

    async fn read_older_keys(&self) -> Result<Option<Newest<ReadItem>>> {
        if !self.get.has_older_keys()? {
            return Ok(None);
        }
        let stored = match self.get.newest_older().await? {
            Some(older) => Some(older),
            // A write may have moved the item since its new key was read.
            None if self.get.is_consistent() => self.get.newest_moved().await?,
            None => return self.read_current_key().await,
        };
        Ok(stored.map(|(newest, stored)| newest.map(|_| ReadItem::Parsed(stored))))
    }
}

impl<'a, E: Entity, P: Send + 'static> IntoFuture for ProjectedGet<'a, E, P> {
    type Output = Result<Option<P>>;
    type IntoFuture = Sending<'a, Option<P>>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.get.handle();
        Box::pin(async move { call(handle, "get", Some(schema::<E>().name), self.read()).await })
    }
}

impl<E: Entity, P> fmt::Debug for ProjectedGet<'_, E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProjectedGet").field(&self.get).finish()
    }
}
