//! Changes an existing item.

use std::{fmt, future::IntoFuture, marker::PhantomData};

use aws_sdk_dynamodb::{
    operation::update_item::{UpdateItemInput, builders::UpdateItemFluentBuilder},
    types::ReturnValue,
};
use serde::{Serialize, de::DeserializeOwned};

use super::request::Request;
use crate::{
    Entity, Error, ErrorKind, Item, Result, Table,
    client::{Handle, conditional::When, transport::decoding::Decoding},
    entity::StoredIn,
    expression::Condition,
    item::{
        any_key::{AnyValue, typed},
        decode::from_item,
        stored::schema,
    },
    update::{IntoUpdate, Operations, operations},
};

impl<T: Table> Handle<T> {
    /// Changes fields of an existing item, in one request and without reading it. Updates every index key that depends
    /// on the fields, so that the result equals a put of the changed item.
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
    /// Fields that determine an index key together must be set together. Fields of the table key cannot be set (KW017):
    /// use `move_to` to change the key of an item. Items of randomly sharded entities are identified by their
    /// [`Located`](crate::Located), or by `key_in_shard`. If the table key holds a field only in part, an item with
    /// another value of the field is a different item, and is not updated.
    ///
    /// Takes a key, or an [`ItemUpdate`](crate::ItemUpdate), which lets transactions share the code that decides on the
    /// changes. If a condition of the `ItemUpdate` does not hold, the call fails with
    /// [`ConditionFailed`](ErrorKind::ConditionFailed).
    ///
    /// An update of a [unique](crate::unique) value, of a field within which values are unique, or of the expiry of
    /// such an item is a read and a transaction with the sentinels. It does not return an item.
    ///
    /// An item that is only stored under older keys (`legacy`) is first moved to the current one, as in
    /// [`replace`](Handle::replace).
    ///
    /// After a lost response, an update is retried only if it cannot take effect twice:
    ///
    /// - An update of an item with a [version](crate::version), if [`when`](Update::when) requires one version, as in
    ///   `when(Order::VERSION.eq(3))`. The first attempt invalidates that condition, so the update is carried out at
    ///   most once and does not overwrite a later write. Such an update may also add, append and prepend.
    /// - An update of an item without a version that sets or removes values, or changes sets. The last writer wins, as
    ///   for a put: the retry also overwrites values that another writer has set since the first attempt. To prevent
    ///   this, give the entity a version.
    ///
    /// Any other update is not retried, and its outcome is [`Unknown`](crate::Outcome::Unknown). The outcome is also
    /// unknown if the condition of a retry does not hold, because the first attempt may be the reason. On a table with
    /// [write ids](crate::write_id), the call recognizes its own write. Read the item before you repeat the change.
    ///
    /// The size of an item after an update is not known in advance: DynamoDB refuses an item that grows over 400 KB
    /// ([`ItemTooLarge`](ErrorKind::ItemTooLarge)).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for an update that changes nothing, or one place twice, and for
    /// a key without its random shard; [`KeyValue`](ErrorKind::KeyValue), [`KeyTooLong`](ErrorKind::KeyTooLong),
    /// [`Encode`](ErrorKind::Encode) and [`ItemTooLarge`](ErrorKind::ItemTooLarge) for values: nothing was sent.
    /// [`NotFound`](ErrorKind::NotFound), [`WrongEntity`](ErrorKind::WrongEntity), [`NotUnique`](ErrorKind::NotUnique)
    /// and [`OutOfRange`](ErrorKind::OutOfRange): nothing was written. [`InvalidArgument`](ErrorKind::InvalidArgument)
    /// also if DynamoDB finds no map or list on the path to a nested place.
    pub fn update<K>(&self, key: K) -> Update<'_, K::Entity>
    where
        K: IntoUpdate<Entity: StoredIn<T> + Serialize + DeserializeOwned>,
    {
        Update::new(Request::new(self.connection(), key.into_update()), |_| Ok(()))
    }
}

/// An update or, if `CREATES` is true, an [`Upsert`](super::Upsert) that has not been sent. Created by
/// [`Handle::update`] and [`Handle::upsert`].
#[must_use = "an update does nothing until it is awaited"]
pub struct Update<'a, E, O = (), const CREATES: bool = false> {
    pub(super) request: Request<'a>,
    output: fn(Option<AnyValue>) -> Result<O>,
    entity: PhantomData<fn() -> E>,
}

impl<'a, E, O, const CREATES: bool> Update<'a, E, O, CREATES> {
    pub(super) fn new(request: Request<'a>, output: fn(Option<AnyValue>) -> Result<O>) -> Self {
        Self { request, output, entity: PhantomData }
    }
}

impl<'a, E: Entity, O, const CREATES: bool> Update<'a, E, O, CREATES> {
    operations!(E);

    /// Updates the item only if it meets the condition. Otherwise the result is
    /// [`Refused`](crate::Conditional::Refused), with the stored item. An upsert of an absent item checks the condition
    /// on an item without attributes.
    ///
    /// If the response to an attempt was lost and the condition then does not hold, the reason is not known: the
    /// error's outcome is [`Unknown`](crate::Outcome::Unknown).
    pub fn when(mut self, condition: Condition<E>) -> When<Self, E>
    where
        E: DeserializeOwned,
    {
        self.request.update = self.request.update.when(condition.erased());
        When::new(self)
    }

    /// Returns whether the update contains no change, so that there is nothing to send.
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
        self.request.update.operations.is_empty()
    }

    /// Returns the request for the current key as a printable value. Sends no request.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::update`] or [`Handle::upsert`] that occur before a request.
    pub fn params(&self) -> Result<UpdateItemInput> {
        self.request.params()
    }

    /// Converts into the SDK's builder, which the caller can change and send. Disable the SDK's retries if the update
    /// adds or appends, because the SDK also retries requests that may have been carried out.
    ///
    /// # Errors
    ///
    /// Those of [`params`](Self::params), and [`InvalidArgument`](ErrorKind::InvalidArgument) if the request would not
    /// update the sentinels of [unique](crate::unique) values.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        self.request.into_sdk()
    }

    fn change(mut self, change: impl FnOnce(&mut Operations)) -> Self {
        change(&mut self.request.update.operations);
        self
    }
}

impl<'a, E: Entity, const CREATES: bool> Update<'a, E, (), CREATES> {
    /// Returns the item after the update or upsert.
    pub fn returning(self) -> Update<'a, E, E, CREATES>
    where
        E: DeserializeOwned,
    {
        Update::new(self.request.returning(ReturnValue::AllNew), returned)
    }
}

impl<'a, E: Entity> Update<'a, E> {
    /// Returns the item before the update.
    pub fn returning_old(self) -> Update<'a, E, E>
    where
        E: DeserializeOwned,
    {
        Update::new(self.request.returning(ReturnValue::AllOld), returned)
    }
}

impl<'a, E: Entity + DeserializeOwned, const CREATES: bool> When<Update<'a, E, (), CREATES>, E> {
    /// Returns the item after the update or upsert, if the condition holds.
    pub fn returning(self) -> When<Update<'a, E, E, CREATES>, E> {
        When::new(self.write.returning())
    }
}

impl<'a, E: Entity + DeserializeOwned> When<Update<'a, E>, E> {
    /// Returns the item before the update, if the condition holds.
    pub fn returning_old(self) -> When<Update<'a, E, E>, E> {
        When::new(self.write.returning_old())
    }
}

/// Decodes the entity that an update returns. If it does not decode, the update was still carried out.
pub(super) fn returned<E: Entity + DeserializeOwned>(item: Option<AnyValue>) -> Result<E> {
    let item = item.ok_or_else(|| Error::new(ErrorKind::Decode, "the response has no item; read it"));
    let decoded = item.and_then(typed::<Item>).and_then(from_item);
    decoded.map_err(|error| {
        let message = format!("the update was carried out, but the returned item cannot be read: {}", error.message());
        Error::new(error.kind(), message).of_entity(schema::<E>().name).caused_by(error).outcome_unknown()
    })
}

impl<'a, E: Entity, O, const CREATES: bool> When<Update<'a, E, O, CREATES>, E> {
    /// Returns the request for the current key as a printable value. Sends no request.
    ///
    /// # Errors
    ///
    /// Those of [`Update::params`], and a condition that DynamoDB does not accept.
    pub fn params(&self) -> Result<UpdateItemInput> {
        self.write.params()
    }

    /// Converts into the SDK's builder, which the caller can change and send.
    ///
    /// # Errors
    ///
    /// Those of [`Update::params`], and a condition that DynamoDB does not accept.
    pub fn into_sdk(self) -> Result<UpdateItemFluentBuilder> {
        self.write.into_sdk()
    }
}

impl<'a, E: Entity, O: 'a, const CREATES: bool> IntoFuture for Update<'a, E, O, CREATES> {
    type Output = Result<O>;
    type IntoFuture = Decoding<'a, O>;

    fn into_future(self) -> Self::IntoFuture {
        Decoding::new(self.request.sending(), self.output)
    }
}

impl<E: Entity, O, const CREATES: bool> fmt::Debug for Update<'_, E, O, CREATES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if CREATES { "Upsert" } else { "Update" };
        f.debug_struct(name).field("key", &self.request.update.key).finish_non_exhaustive()
    }
}
