//! Reading a part of one item by its key.

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
        read_item::ReadItem,
        stored::{belongs, schema, wrong_entity},
    },
    key::ParsedKey,
    projection::{ProjectionOf, decode::project, requested::Asked, sources::sources_in_table},
};

impl<'a, E: Entity> Get<'a, E> {
    /// Reads the fields of a [`Projection`] only.
    ///
    /// The request names their attributes, the table's key, the discriminator and the TTL attribute. Where the table
    /// key holds a field only in part, and where it has older designs (`legacy`), it asks for the whole item, which
    /// decides whether it is the one.
    pub fn project<P: ProjectionOf<E> + DeserializeOwned>(self) -> ProjectedGet<'a, E, P> {
        let asked = Asked::of_key(schema::<E>(), P::FIELDS);
        ProjectedGet { get: self.asking(asked), project: of_table::<P> }
    }
}

/// The projection of an item of the table.
pub(crate) fn of_table<P: Projection + DeserializeOwned>(item: ReadItem) -> Result<P> {
    project(sources_in_table::<P>(), item, &ParsedKey::default())
}

/// A get of a part of an item that is not sent yet. Made by [`Get::project`].
#[must_use = "a get does nothing until it is awaited"]
pub struct ProjectedGet<'a, E, P> {
    get: Get<'a, E>,
    project: fn(ReadItem) -> Result<P>,
}

impl<'a, E: Entity, P> ProjectedGet<'a, E, P> {
    /// Reads what the last acknowledged write left: strongly consistent, at twice the price.
    pub fn consistent(mut self) -> Self {
        self.get = self.get.consistent();
        self
    }

    /// Returns the item also if its time to live is over and DynamoDB has not deleted it yet: see
    /// [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.get = self.get.include_expired();
        self
    }

    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::get`](crate::Handle::get) that come before a request.
    pub fn params(&self) -> Result<GetItemInput> {
        self.get.params()
    }

    /// The SDK's own request, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::get`](crate::Handle::get) that come before a request.
    pub fn into_sdk(self) -> Result<GetItemFluentBuilder> {
        self.get.into_sdk()
    }

    async fn read(&self) -> Result<Option<P>> {
        let stored = match self.under_todays_key().await? {
            Some(newest) => Some(newest),
            None => self.under_older_keys().await?,
        };
        // The newest decides: what it supersedes does not come back when it expires.
        stored.filter(|stored| !self.get.is_hidden(stored)).map(self.project).transpose()
    }

    async fn under_todays_key(&self) -> Result<Option<ReadItem>> {
        Ok(match self.get.fetch_read().await? {
            Some(stored) if !belongs(schema::<E>(), &stored) => {
                return Err(wrong_entity(schema::<E>(), &stored.into_item()));
            }
            Some(stored) if self.get.asks_for_part() || self.get.accept_read(stored.clone())?.is_some() => Some(stored),
            Some(_) | None => None,
        })
    }

    async fn under_older_keys(&self) -> Result<Option<ReadItem>> {
        if !self.get.has_older_keys()? {
            return Ok(None);
        }
        match self.get.older().await?.into_iter().next() {
            Some((_, stored)) => Ok(Some(ReadItem::Parsed(stored))),
            // A write may have moved the item to today's key after that was read.
            None => self.under_todays_key().await,
        }
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
