//! Changing an item that is there.

use std::{fmt, future::IntoFuture};

use aws_sdk_dynamodb::{
    operation::update_item::{UpdateItemInput, builders::UpdateItemFluentBuilder},
    types::ReturnValue,
};
use serde::{Serialize, de::DeserializeOwned};

use super::request::Request;
use crate::{
    Entity, Error, ErrorKind, Item, Result, Table,
    client::{Handle, conditional::When, transport::call::Sending},
    entity::StoredIn,
    expression::Condition,
    item::{decode::from_item, stored::schema},
    update::{IntoUpdate, Operations, operations},
};

impl<T: Table> Handle<T> {
    /// Changes fields of an item that exists, in one request and without reading it. Every index key that the fields
    /// feed follows, so that the item is what a put of it would write.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, KeyEnum, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
    /// # struct Shop;
    /// # #[derive(Debug, Clone, Copy, KeyEnum, Serialize, Deserialize)]
    /// # enum Status { Open, Paid }
    /// #[derive(Entity, Serialize, Deserialize)]
    /// #[entity(table = Shop)]
    /// #[pk(template = "CUSTOMER#<customer>")]
    /// #[sk(template = "ORDER#<id>")]
    /// #[gsi(index = "GSI1", query = by_status, pk = "ORDERS#<status>", sk = "<id>", shard(random = 10))]
    /// struct Order {
    ///     customer: String,
    ///     id: u32,
    ///     status: Status,
    ///     cents: u64,
    ///     note: Option<String>,
    ///     tags: Vec<String>,
    /// }
    ///
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    /// let ann = || Order::key("ann", 7_u32);
    /// shop.update(ann()).set(Order::STATUS, Status::Paid).add(Order::CENTS, 100).remove(Order::NOTE).await?;
    /// let after: Order = shop.update(ann()).append(Order::TAGS, ["vip"]).returning().await?;
    ///
    /// let cheap = Order::CENTS.lt(10_000);
    /// if !shop.update(ann()).set(Order::NOTE, "free").when(cheap).await?.is_applied() {
    ///     println!("too dear");
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// Fields that feed an index key together are set together, and those of the table key never (KW017): `move_to`
    /// gives an item another key. Items of randomly sharded entities are named by their [`Located`](crate::Located), or
    /// by `key_in_shard`. Where the table key holds a field only in part, an item that differs in it is another one,
    /// and is not updated.
    ///
    /// Takes a key, or an [`ItemUpdate`](crate::ItemUpdate), so that code which decides on the changes can be shared
    /// with a transaction. A condition of the `ItemUpdate` that does not hold is a
    /// [`ConditionFailed`](ErrorKind::ConditionFailed) error.
    ///
    /// An update of a [unique](crate::unique) value, of a field within which one is unique, or of when such an item
    /// expires is a read and a transaction with the sentinels, which returns no item.
    ///
    /// An item that is there under older keys only (`legacy`) moves to today's first, as in
    /// [`replace`](Handle::replace).
    ///
    /// After a lost answer an update is repeated only where it cannot count twice:
    ///
    /// - Of an item with a [version](crate::version), where [`when`](Update::when) demands one version, as in
    ///   `when(Order::VERSION.eq(3))`. The first attempt ends that condition, so that the repetition is carried out at
    ///   most once and overwrites no later write. Then it may also add, append and prepend.
    /// - Of an item without a version, where it sets, removes, or changes sets. The last writer wins, as for a put: the
    ///   repetition also overwrites what another writer has set since the first attempt. Where that matters, give the
    ///   entity a version.
    ///
    /// Every other update is not repeated, and its outcome is [`Unknown`](crate::Outcome::Unknown). So is that of a
    /// repetition whose condition does not hold, for the first attempt may be the reason; on a table with [write
    /// ids](crate::write_id) the call recognizes what it wrote itself. Read the item before you repeat the change.
    ///
    /// What an item takes after an update is not known before: DynamoDB refuses one that grows over 400 KB
    /// ([`ItemTooLarge`](ErrorKind::ItemTooLarge)).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for an update that changes nothing, or one place twice, and for
    /// a key without its random shard; [`KeyValue`](ErrorKind::KeyValue), [`KeyTooLong`](ErrorKind::KeyTooLong),
    /// [`Encode`](ErrorKind::Encode) and [`ItemTooLarge`](ErrorKind::ItemTooLarge) for values: nothing was sent.
    /// [`NotFound`](ErrorKind::NotFound), [`WrongEntity`](ErrorKind::WrongEntity), [`NotUnique`](ErrorKind::NotUnique)
    /// and [`OutOfRange`](ErrorKind::OutOfRange): nothing was written. [`InvalidArgument`](ErrorKind::InvalidArgument)
    /// also where DynamoDB finds no map or list on the way to a nested place.
    pub fn update<K>(&self, key: K) -> Update<'_, K::Entity>
    where
        K: IntoUpdate<Entity: StoredIn<T> + Serialize + DeserializeOwned>,
    {
        Update { request: Request::new(self.connection(), key.into_update()), output: |_| Ok(()) }
    }
}

/// An update or, where `CREATES`, an [`Upsert`](super::Upsert) that is not sent yet. Made by [`Handle::update`] and
/// [`Handle::upsert`].
#[must_use = "an update does nothing until it is awaited"]
pub struct Update<'a, E, O = (), const CREATES: bool = false> {
    pub(super) request: Request<'a, E>,
    pub(super) output: fn(Option<Item>) -> Result<O>,
}

impl<'a, E: Entity, O, const CREATES: bool> Update<'a, E, O, CREATES> {
    operations!(E);

    /// Only where this holds for the stored item; else the answer is [`Refused`](crate::Conditional::Refused),
    /// with the item. An upsert of an item that does not exist judges the condition by an item without attributes.
    ///
    /// Where the answer to an attempt was lost and the condition then does not hold, it is not known which: the error's
    /// outcome is [`Unknown`](crate::Outcome::Unknown).
    pub fn when(mut self, condition: Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        self.request.update = self.request.update.when(condition);
        When::new(self)
    }

    /// Whether it contains no change, so that there is nothing to send.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<id>")]
    /// # #[sk(template = "PROFILE")]
    /// # struct Customer { id: String, name: String, phone: String }
    /// /// The body of a PATCH request.
    /// struct Patch { name: Option<String>, phone: Option<String> }
    ///
    /// # async fn example(shop: Handle<Shop>, patch: Patch) -> keywright::Result<()> {
    /// let update = shop
    ///     .update(Customer::key("ann"))
    ///     .set_some(Customer::NAME, patch.name)
    ///     .set_some(Customer::PHONE, patch.phone);
    /// if !update.is_empty() {
    ///     update.await?;
    /// }
    /// # Ok(()) }
    /// ```
    pub fn is_empty(&self) -> bool {
        self.request.update.is_empty()
    }

    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::update`] or [`Handle::upsert`] that come before a request.
    pub fn params(&self) -> Result<UpdateItemInput> {
        self.request.params()
    }

    /// The SDK's own request, to be changed and sent without us. Switch its retries off where it adds or appends: the
    /// SDK repeats what may have been carried out.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params), and [`InvalidArgument`](ErrorKind::InvalidArgument) if the request would
    /// leave the sentinels of [unique](crate::unique) values behind.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        self.request.into_sdk()
    }

    fn change(mut self, change: impl FnOnce(&mut Operations)) -> Self {
        change(&mut self.request.update.operations);
        self
    }
}

impl<'a, E: Entity, const CREATES: bool> Update<'a, E, (), CREATES> {
    /// Returns the item as it is after the update or upsert.
    pub fn returning(self) -> Update<'a, E, E, CREATES>
    where
        E: DeserializeOwned,
    {
        Update { request: self.request.returning(ReturnValue::AllNew), output: returned }
    }
}

impl<'a, E: Entity> Update<'a, E> {
    /// Returns the item as it was before the update.
    pub fn returning_old(self) -> Update<'a, E, E>
    where
        E: DeserializeOwned,
    {
        Update { request: self.request.returning(ReturnValue::AllOld), output: returned }
    }
}

impl<'a, E: Entity + DeserializeOwned, const CREATES: bool> When<Update<'a, E, (), CREATES>, E> {
    /// Returns the item as it is after the update or upsert, where the condition holds.
    pub fn returning(self) -> When<Update<'a, E, E, CREATES>, E> {
        When::new(self.write.returning())
    }
}

impl<'a, E: Entity + DeserializeOwned> When<Update<'a, E>, E> {
    /// Returns the item as it was before the update, where the condition holds.
    pub fn returning_old(self) -> When<Update<'a, E, E>, E> {
        When::new(self.write.returning_old())
    }
}

/// The entity that an update returns. That it does not decode says nothing about the update.
pub(super) fn returned<E: Entity + DeserializeOwned>(item: Option<Item>) -> Result<E> {
    let decoded =
        item.ok_or_else(|| Error::new(ErrorKind::Decode, "the answer has no item; read it")).and_then(from_item);
    decoded.map_err(|error| {
        let message = format!("the update was carried out, and what it returns cannot be read: {}", error.message());
        Error::new(error.kind(), message).of_entity(schema::<E>().name).caused_by(error).outcome_unknown()
    })
}

impl<'a, E: Entity, O, const CREATES: bool> When<Update<'a, E, O, CREATES>, E> {
    /// The request for today's key as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Update::params`], and a condition that DynamoDB does not take.
    pub fn params(&self) -> Result<UpdateItemInput> {
        self.write.params()
    }

    /// The SDK's own request, to be changed and sent without us.
    ///
    /// # Errors
    ///
    /// Those of [`Update::params`], and a condition that DynamoDB does not take.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        self.write.into_sdk()
    }
}

impl<'a, E: Entity, O: 'a, const CREATES: bool> IntoFuture for Update<'a, E, O, CREATES> {
    type Output = Result<O>;
    type IntoFuture = Sending<'a, O>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { request, output } = self;
        Box::pin(async move { output(request.send().await?) })
    }
}

impl<E: Entity, O, const CREATES: bool> fmt::Debug for Update<'_, E, O, CREATES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if CREATES { "Upsert" } else { "Update" };
        f.debug_struct(name).field("key", &self.request.update.key).finish_non_exhaustive()
    }
}
