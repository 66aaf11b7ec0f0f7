//! Writes one item, whether or not it exists.

mod create;
mod replace;
pub(crate) mod request;
mod written;

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::put_item::{PutItemInput, builders::PutItemFluentBuilder};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    Handle,
    conditional::{When, sdk_methods},
    transport::call::Sending,
};
use crate::{
    Entity, Key, Result, Table,
    entity::{KnownKey, StoredIn},
    expression::Condition,
    item::locate::key_with_shard,
};
use request::{PutItem, Rule};

pub use create::Create;
pub use replace::Replace;
pub use written::Written;

impl<T: Table> Handle<T> {
    /// Writes an item.
    ///
    /// An entity whose key is plain or hash-sharded **overwrites** the item under that key. `created` and `updated`
    /// fields are set as described in [`lifecycle`](crate::lifecycle).
    ///
    /// If the table key contains only a part of a field, as `<at:day>` contains the day of a time, two different items
    /// can have one key. A put compares the whole field of the stored item. If it differs, the put writes nothing and
    /// is a [`KeyCollision`] error, unless the stored item has expired.
    ///
    /// If an entity has [counters](crate::counter), the stored item's counters must equal the struct's: a put does not
    /// reset what was added since the item was read, and fails with
    /// [`ConditionFailed`](crate::ErrorKind::ConditionFailed).
    ///
    /// A randomly sharded entity **appends**. If an item with equal key and content is in that shard already, the put
    /// succeeds, whoever wrote the item: `Ok` means that the item exists, not that this call wrote it. If the content
    /// differs, it is a [`KeyCollision`]. If the shard is throttled, the put may use another one, so only the returned
    /// [`Written`] contains the item's key.
    ///
    /// If a field is the [version](crate::version), the stored item must have the struct's version, and the put writes
    /// the next one: [`Written::version`]. If fields are [unique](crate::unique), the put is a read and a transaction
    /// that also writes their sentinels.
    ///
    /// After a lost answer the put is retried. Without a version and a condition the last writer wins: the retry also
    /// overwrites what another writer has put since the first attempt. If a put with a version or a condition is
    /// rejected after a lost answer, its outcome is [`Unknown`](crate::Outcome::Unknown), because the stored item can
    /// be the call's own. Read it before you repeat the change, or give the table [write ids](crate::write_id), by
    /// which the call recognizes its own item.
    ///
    /// Only the current key is written: an item under an older one (`legacy`) stays there. Reads of the table return
    /// the newer copy; in an index both have an entry. An item with a version is moved instead, and
    /// [`replace`](Handle::replace) moves any item.
    ///
    /// # Errors
    ///
    /// Before a request is sent: [`KeyValue`] and [`KeyTooLong`] for keys, [`Encode`] and [`ItemTooLarge`] for items,
    /// [`OutOfRange`] for a version that is the maximum of its type. [`VersionConflict`] and [`NotUnique`] for entities
    /// with such fields. [`TableNotFound`], [`Throttled`] and [`Service`] come from DynamoDB; [`outcome`] says whether
    /// the item may still have been written, and [`shard`](crate::Error::shard) in which shard.
    ///
    /// [`KeyCollision`]: crate::ErrorKind::KeyCollision
    /// [`KeyValue`]: crate::ErrorKind::KeyValue
    /// [`KeyTooLong`]: crate::ErrorKind::KeyTooLong
    /// [`Encode`]: crate::ErrorKind::Encode
    /// [`ItemTooLarge`]: crate::ErrorKind::ItemTooLarge
    /// [`VersionConflict`]: crate::ErrorKind::VersionConflict
    /// [`NotUnique`]: crate::ErrorKind::NotUnique
    /// [`OutOfRange`]: crate::ErrorKind::OutOfRange
    /// [`TableNotFound`]: crate::ErrorKind::TableNotFound
    /// [`Throttled`]: crate::ErrorKind::Throttled
    /// [`Service`]: crate::ErrorKind::Service
    /// [`outcome`]: crate::Error::outcome
    pub fn put<'a, E>(&'a self, entity: &'a E) -> Put<'a, E>
    where
        E: StoredIn<T> + Serialize,
    {
        Put { entity, put: PutItem::new(self.connection(), entity, Rule::Put) }
    }
}

/// A put that is not sent yet. Made by [`Handle::put`].
#[must_use = "a put does nothing until it is awaited"]
pub struct Put<'a, E> {
    entity: &'a E,
    put: PutItem<'a>,
}

impl<E: Entity> Put<'_, E> {
    /// Writes only if the stored item meets a condition. If no item is stored, a condition on an attribute is false and
    /// `not_exists()` is true. A stored item of another version is an error, whatever the condition says. A value of a
    /// unique field that another item has is an error if the condition holds.
    ///
    /// Older keys (`legacy`): if the entity has a [version](crate::version), the condition applies to the newest copy,
    /// under any key. Without a version it applies to the item under the **current key only**: an item that is still
    /// under an older key counts as absent. [`replace`](Handle::replace) evaluates the condition on that item, and
    /// moves it.
    ///
    /// Awaiting it returns [`Applied`] or, with the stored item, [`Refused`].
    ///
    /// ```no_run
    /// # use keywright::{Conditional, Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Debug, Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, status: String, cents: u64 }
    /// # async fn example(shop: Handle<Shop>, order: Order) -> keywright::Result<()> {
    /// let open = Order::STATUS.eq("open") & Order::CENTS.lt(10_000);
    /// match shop.put(&order).when(open).await? {
    ///     Conditional::Applied(_) => {}
    ///     Conditional::Refused(stored) => println!("stays as it is: {:?}", stored.decode()?),
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// An expired item counts as absent: see [`lifecycle`](crate::lifecycle).
    ///
    /// If the answer to an attempt was lost and the condition then does not hold, the result is not `Refused` but an
    /// error whose outcome is [`Unknown`](crate::Outcome::Unknown).
    ///
    /// [`Applied`]: super::Conditional::Applied
    /// [`Refused`]: super::Conditional::Refused
    pub fn when(self, condition: Condition<E>) -> When<Self, E>
    where
        E: KnownKey + DeserializeOwned,
    {
        When::new(Self { put: self.put.when(&condition), ..self })
    }

    /// Writes only into this shard of a randomly sharded key, instead of an automatically chosen one.
    ///
    /// Use it to retry a put whose outcome is unknown: in that shard, an item that the first put wrote is recognized.
    pub fn in_shard(mut self, shard: u32) -> Self {
        self.put = self.put.in_shard(shard);
        self
    }

    /// Returns the random shard that is written first. `None` if shards are not random.
    pub fn shard(&self) -> Option<u32> {
        self.put.shard
    }

    /// Returns the key that is written first, including the random shard. [`Written::key`] is the key that was actually
    /// written.
    pub fn key(&self) -> Key<E> {
        key_with_shard(self.entity, self.put.shard)
    }

    /// Returns the request as a value that can be printed. If fields are unique, it is sent as a part of a transaction.
    /// Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::put`] that come before a request.
    pub fn params(&self) -> Result<PutItemInput> {
        self.put.params()
    }

    /// Converts the request into the SDK's builder, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::put`] that come before a request, and [`InvalidArgument`](crate::ErrorKind::InvalidArgument)
    /// if fields are [unique](crate::unique), because one request does not write their sentinels.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder> {
        self.put.into_sdk()
    }
}

impl<'a, E: Entity> IntoFuture for Put<'a, E> {
    type Output = Result<Written>;
    type IntoFuture = Sending<'a, Written>;

    fn into_future(self) -> Self::IntoFuture {
        self.put.sending()
    }
}

impl<E: Entity> fmt::Debug for Put<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The entity's own `Debug` may print sensitive values.
        let key = key_with_shard(self.entity, self.put.shard);
        f.debug_struct("Put").field("key", &key).finish_non_exhaustive()
    }
}

sdk_methods!(Put => PutItemInput, PutItemFluentBuilder);
