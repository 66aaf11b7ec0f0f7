//! Reads one item by its key.

mod any;
mod find;
pub(crate) mod projected;

use std::{fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::operation::get_item::{GetItemInput, builders::GetItemFluentBuilder};
use serde::de::DeserializeOwned;

use super::{Handle, transport::decoding::Decoding};
use crate::{
    Entity, Result, Table,
    entity::StoredIn,
    item::any_key::{AnyKey, decode_found, typed},
    projection::ProjectionOf,
    update::IntoKey,
};
use projected::projection_of_key;

pub(crate) use any::{AnyGet, fetch};
pub use find::FindInTable;

impl<T: Table> Handle<T> {
    /// Reads the item of this key. Returns `None` if there is no such item. The read is eventually consistent unless
    /// [`consistent`](Get::consistent) is called. An expired item is not returned unless
    /// [`include_expired`](Get::include_expired) is called.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    /// let key = Order::key("ann", 7_u32);
    /// let order: Option<Order> = shop.get(&key).consistent().await?;
    /// shop.delete(key).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// If the table key holds a field only in part, as `<at:day>` holds the day of a time, the item is returned only if
    /// the whole field is that of the key.
    ///
    /// If the partition key has older designs (`legacy`), an item that is not found under the current key is searched
    /// under the older keys, the newest design first. This takes an additional request for each 100 keys. Designs that
    /// ended before the key's time (`until`), or began after it (`since`), are skipped. If the item is not found there
    /// either, a write can have moved it meanwhile. An eventually consistent get then reads the current key again. A
    /// [consistent](Get::consistent) one reads all keys in one read transaction, which costs four times as many read
    /// units as an eventually consistent read, and finds the item unless it does not exist. A key with a random shard
    /// identifies one location, and only that one is read.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`] for a key without its random shard, [`KeyValue`] and [`KeyTooLong`]: nothing was sent.
    /// [`WrongEntity`] and [`Decode`] for an item that is not of this entity.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    /// [`WrongEntity`]: crate::ErrorKind::WrongEntity
    /// [`Decode`]: crate::ErrorKind::Decode
    pub fn get<E>(&self, key: impl IntoKey<Entity = E>) -> Get<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let key = AnyKey::of(key.into_key());
        Get { get: AnyGet::new(self.connection(), key, decode_found::<E>), output: PhantomData }
    }
}

/// A get that has not been sent, of an entity or of a projection of it. Created by [`Handle::get`].
#[must_use = "a get does nothing until it is awaited"]
pub struct Get<'a, E, O = E> {
    get: AnyGet<'a>,
    output: PhantomData<fn(E) -> O>,
}

impl<'a, E: Entity> Get<'a, E> {
    /// Reads the fields of a [`Projection`](crate::Projection) only.
    ///
    /// The request names the attributes of these fields, the table's key, the discriminator and the TTL attribute. If
    /// the table key holds a field only in part, or has older designs (`legacy`), the request reads the whole item,
    /// which is needed to identify it.
    pub fn project<P>(self) -> Get<'a, E, P>
    where
        E: DeserializeOwned,
        P: ProjectionOf<E> + DeserializeOwned + Send + 'static,
    {
        let (attributes, decode) = projection_of_key::<E, P>();
        Get { get: self.get.projected(attributes, decode), output: PhantomData }
    }
}

impl<E: Entity, O> Get<'_, E, O> {
    /// Reads with strong consistency, at twice the cost: the result reflects all acknowledged writes.
    pub fn consistent(mut self) -> Self {
        self.get.consistent = true;
        self
    }

    /// Also returns an item that has expired but that DynamoDB has not deleted yet. See
    /// [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.get.include_expired = true;
        self
    }

    /// Returns the request for the current key as a printable value. Sends no request.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::get`] that occur before a request.
    pub fn params(&self) -> Result<GetItemInput> {
        self.get.params()
    }

    /// Converts into the SDK's builder, which the caller can change and send.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::get`] that occur before a request.
    pub fn into_sdk(self) -> Result<GetItemFluentBuilder> {
        self.get.sdk()
    }
}

impl<'a, E: Entity, O: 'static> IntoFuture for Get<'a, E, O> {
    type Output = Result<Option<O>>;
    type IntoFuture = Decoding<'a, Option<O>>;

    fn into_future(self) -> Self::IntoFuture {
        Decoding::new(self.get.sending(), |found| found.map(typed).transpose())
    }
}

impl<E, O> fmt::Debug for Get<'_, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnyGet { consistent, .. } = self.get;
        f.debug_struct("Get").field("key", self.get.key()).field("consistent", &consistent).finish_non_exhaustive()
    }
}
