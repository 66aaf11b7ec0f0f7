//! Writing one item, whatever is there.

mod create;
mod replace;
pub(crate) mod request;
mod written;

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::operation::put_item::{PutItemInput, builders::PutItemFluentBuilder};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    Handle,
    conditional::{When, opens},
    transport::call::Sending,
};
use crate::{
    Entity, Key, Result, Table,
    entity::{KnownKey, StoredIn},
    expression::Condition,
    item::locate::key_with,
};
use request::{PutItem, Rule};

pub use create::Create;
pub use replace::Replace;
pub use written::Written;

impl<T: Table> Handle<T> {
    /// Writes an item.
    ///
    /// An entity whose key is plain or hash-sharded **overwrites** the item under the same key. Fields that are
    /// `created` or `updated` are set as [`lifecycle`](crate::lifecycle) says.
    ///
    /// If the table key holds a field only in part, as `<at:day>` holds the day of a time, two different items can have
    /// the same key. A put compares the whole field of the stored item. If it differs, the put writes nothing and is a
    /// [`KeyCollision`] error, unless the stored item has expired.
    ///
    /// Where an entity has [counters](crate::counter), an item that is stored must count what the struct says: a put
    /// does not reset what was added since it was read, and is refused with
    /// [`ConditionFailed`](crate::ErrorKind::ConditionFailed).
    ///
    /// A randomly sharded entity **appends**: if the same key is in that shard already with equal content, that is
    /// success, whoever wrote it. `Ok` means that the item is there, and not that this call is the one that put it
    /// there. With other content it is a [`KeyCollision`]. Where the shard is throttled it may go to another one, so
    /// that only what the put returns, [`Written`], knows its key.
    ///
    /// Where a field is the [version](crate::version), the item that is stored must have the struct's, and the put
    /// writes the next one: [`Written::version`]. Where fields are [unique](crate::unique), it is a read and a
    /// transaction with their sentinels.
    ///
    /// After a lost answer the put is repeated. Without a version and a condition the last writer wins: the repetition
    /// also overwrites what another writer has put there since the first attempt. A put with either that is refused
    /// after a lost answer has the outcome [`Unknown`](crate::Outcome::Unknown), because the stored item can be the
    /// call's own: read it before you repeat the change, or give the table [write ids](crate::write_id), by which the
    /// call recognizes its own item.
    ///
    /// Only today's key is written, but for an item with a version: that moves, as in [`replace`](Handle::replace). An
    /// item under an older one (`legacy`) stays there, and reads of the table return the newer; in an index both have
    /// an entry. [`replace`](Handle::replace) moves it instead.
    ///
    /// # Errors
    ///
    /// [`KeyValue`] and [`KeyTooLong`] for keys, [`Encode`] and [`ItemTooLarge`] for items: nothing was sent.
    /// [`VersionConflict`] and [`NotUnique`] for entities with such fields; [`OutOfRange`] for a version that is its
    /// type's greatest. [`TableNotFound`], [`Throttled`] and [`Service`] come from DynamoDB; [`outcome`] says whether
    /// the item may have been written all the same, and [`shard`](crate::Error::shard) in which shard that would be.
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
    /// Writes only if the stored item is as demanded. Where no item is stored, a condition on an attribute is false and
    /// `not_exists()` is true. A stored item of another version is an error, whatever the condition says. A value of
    /// a unique field that another item has is an error if the condition holds.
    ///
    /// Older keys (`legacy`): if the entity has a [version](crate::version), the condition is on the newest item, under
    /// whatever key. Without a version it is on the item under **today's key only**: an item that is still under an
    /// older key counts as absent. [`replace`](Handle::replace) judges that item, and moves it.
    ///
    /// Awaiting it gives [`Applied`] or, with the item that is stored, [`Refused`].
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
    /// An expired item is judged as none: see [`lifecycle`](crate::lifecycle).
    ///
    /// Where the answer to an attempt was lost and the condition then does not hold, it is no `Refused` but an error
    /// whose outcome is [`Unknown`](crate::Outcome::Unknown).
    ///
    /// [`Applied`]: super::Conditional::Applied
    /// [`Refused`]: super::Conditional::Refused
    pub fn when(self, condition: Condition<E>) -> When<Self, E>
    where
        E: KnownKey + DeserializeOwned,
    {
        When::new(Self { put: self.put.when(&condition), ..self })
    }

    /// Writes into this shard of a randomly sharded key instead of one of our choice, and into no other one.
    ///
    /// It repeats a put whose outcome is unknown: in the same shard, one that had arrived is recognized.
    pub fn in_shard(mut self, shard: u32) -> Self {
        self.put = self.put.in_shard(shard);
        self
    }

    /// The random shard that will be asked first; `None` where shards are not random.
    pub fn shard(&self) -> Option<u32> {
        self.put.shard
    }

    /// The key that will be asked first, the random shard included. [`Written::key`] is the one that was written.
    pub fn key(&self) -> Key<E> {
        key_with(self.entity, self.put.shard)
    }

    /// The request as a value that can be printed; where fields are unique, it is sent within a transaction. Nothing is
    /// sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::put`] that come before a request.
    pub fn params(&self) -> Result<PutItemInput> {
        self.put.params()
    }

    /// The SDK's own request, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::put`] that come before a request, and [`InvalidArgument`](crate::ErrorKind::InvalidArgument)
    /// where fields are [unique](crate::unique): one request does not write their sentinels.
    pub fn into_sdk(self) -> Result<PutItemFluentBuilder> {
        self.put.into_sdk()
    }
}

impl<'a, E: Entity> IntoFuture for Put<'a, E> {
    type Output = Result<Written>;
    type IntoFuture = Sending<'a, Written>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.put.send())
    }
}

impl<E: Entity> fmt::Debug for Put<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The entity's own `Debug` may show what is sensitive.
        let key = key_with(self.entity, self.put.shard);
        f.debug_struct("Put").field("key", &key).finish_non_exhaustive()
    }
}

opens!(Put => PutItemInput, PutItemFluentBuilder);
