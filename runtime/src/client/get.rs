//! Reads one item by its key.

mod copies;
mod find;
pub(crate) mod projected;

use std::{fmt, future::IntoFuture, pin::pin};

use aws_sdk_dynamodb::{
    Client,
    operation::get_item::{GetItemInput, builders::GetItemFluentBuilder},
};
use serde::de::DeserializeOwned;

use super::{
    Connection, Handle,
    legacy::older_items::older_items,
    transport::{
        body::Operation,
        call::{Sending, call},
        lazy_task::LazyTask,
        once::{Once, send_once},
        reads::{ReadKey, RequestCounts},
    },
};
use crate::{
    Entity, Error, ErrorKind, Item, Key, Result, Table,
    entity::{DecodeAs, StoredIn},
    item::{
        attributed::Attributed,
        decode::{DecodeRead, decode, decode_read},
        encode::is_random,
        expiry::{Newest, is_expired},
        legacy::{is_same, older_keys},
        locate::{item_key_of, key_item},
        lossy::is_requested_item,
        read_item::ReadItem,
        stored::{belongs, key_text, schema, wrong_entity},
    },
    key::{ItemKey, clock::now},
    monitor::Watch,
    physics::capacity::{Consistency, read_units},
    projection::requested::RequestedAttributes,
    schema::EntitySchema,
    update::IntoKey,
};

pub use find::FindInTable;
pub use projected::ProjectedGet;

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
        Get { decode_read: Some(decode_read::<E>), ..Get::new(self.connection(), key.into_key(), decode::<E>) }
    }
}

/// A get that has not been sent. Created by [`Handle::get`].
#[must_use = "a get does nothing until it is awaited"]
pub struct Get<'a, E> {
    handle: &'a Connection,
    key: Key<E>,
    consistent: bool,
    include_expired: bool,
    attributes: Option<RequestedAttributes>,
    decode: DecodeAs<E>,
    /// Decodes an item directly from the response body. `None` if the SDK parses the item.
    decode_read: Option<DecodeRead<E>>,
}

impl<'a, E: Entity> Get<'a, E> {
    pub(crate) fn new(handle: &'a Connection, key: Key<E>, decode: DecodeAs<E>) -> Self {
        Self { handle, key, consistent: false, include_expired: false, attributes: None, decode, decode_read: None }
    }

    /// Reads these attributes of the item, or all of them for `None`.
    pub(crate) fn with_attributes(mut self, attributes: Option<RequestedAttributes>) -> Self {
        self.attributes = attributes;
        self
    }

    pub(crate) fn is_projected(&self) -> bool {
        self.attributes.is_some()
    }

    pub(crate) fn handle(&self) -> &'a Connection {
        self.handle
    }

    /// Reads with strong consistency, at twice the cost: the result reflects all acknowledged writes.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Also returns an item that has expired but that DynamoDB has not deleted yet. See
    /// [`lifecycle`](crate::lifecycle).
    pub fn include_expired(mut self) -> Self {
        self.include_expired = true;
        self
    }

    /// Returns the request for the current key as a printable value. Sends no request.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::get`] that occur before a request.
    pub fn params(&self) -> Result<GetItemInput> {
        let built = self.request(&item_key_of(&self.key)?).as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    /// Converts into the SDK's builder, which the caller can change and send.
    ///
    /// # Errors
    ///
    /// The errors of [`Handle::get`] that occur before a request.
    pub fn into_sdk(self) -> Result<GetItemFluentBuilder> {
        Ok(self.request(&item_key_of(&self.key)?))
    }

    fn request(&self, key: &ItemKey) -> GetItemFluentBuilder {
        request(
            self.handle,
            self.handle.client(),
            key_item(schema::<E>(), key),
            self.consistent,
            self.attributes.as_ref(),
        )
    }

    /// Reads the item stored under the key.
    pub(crate) async fn fetch(&self) -> Result<Option<Item>> {
        let key = item_key_of(&self.key)?;
        fetch(self.handle, schema::<E>(), &key, self.consistent, self.attributes.clone()).await
    }

    /// Reads the item and keeps it in the response body, for a decoder that knows the entity.
    pub(crate) async fn fetch_read(&self) -> Result<Option<ReadItem>> {
        let key = item_key_of(&self.key)?;
        let reading = Reading { consistent: self.consistent, keeps_body: self.decode_read.is_some() };
        read(self.handle, schema::<E>(), &key, reading, self.attributes.clone()).await
    }

    /// Returns whether the item is expired, and expired items are not requested.
    pub(crate) fn is_hidden(&self, stored: &impl Attributed) -> bool {
        !self.include_expired && is_expired(schema::<E>(), stored, now())
    }

    /// Decodes the stored item, if it is the one that the key identifies.
    pub(crate) fn accept(&self, stored: Item) -> Result<Option<E>> {
        accept(&self.key, self.decode, stored)
    }

    pub(crate) fn accept_read(&self, stored: ReadItem) -> Result<Option<E>> {
        match self.decode_read {
            Some(decode) => accept_read(&self.key, decode, stored),
            None => self.accept(stored.into_item()),
        }
    }

    async fn read(&self) -> Result<Option<E>> {
        // The newest copy decides: an older copy must not reappear when the newest expires.
        let newest = match self.read_current_key().await? {
            Some(newest) => Some(newest),
            // Boxed to keep the future of ordinary gets small.
            None => Box::pin(self.read_older_keys()).await?,
        };
        Ok(newest.and_then(Newest::shown))
    }

    /// Returns the entity under the current key.
    async fn read_current_key(&self) -> Result<Option<Newest<E>>> {
        let Some(stored) = self.fetch_read().await? else { return Ok(None) };
        let is_hidden = self.is_hidden(&stored);
        Newest::of(is_hidden, self.accept_read(stored))
    }

    /// Returns the newest entity under older keys.
    async fn read_older_keys(&self) -> Result<Option<Newest<E>>> {
        if !self.has_older_keys()? {
            return Ok(None);
        }
        if let Some((newest, _)) = self.newest_older().await? {
            return Ok(Some(newest));
        }
        // A write may have moved the item since its new key was read: to the current key or, if two releases write at
        // once, to an older one.
        match self.consistent {
            true => Ok(self.newest_moved().await?.map(|(newest, _)| newest)),
            false => self.read_current_key().await,
        }
    }

    /// Reads all keys at one instant, and returns the newest entity with its item.
    pub(crate) async fn newest_moved(&self) -> Result<Option<(Newest<E>, Item)>> {
        let Some(stored) = self.copies_at_one_instant().await?.into_iter().next() else { return Ok(None) };
        let newest = Newest::of(self.is_hidden(&stored), accept_older(&self.key, self.decode, stored.clone()))?;
        Ok(newest.map(|newest| (newest, stored)))
    }

    pub(crate) fn is_consistent(&self) -> bool {
        self.consistent
    }

    /// Returns the entity of the newest design under older keys, with its item.
    pub(crate) async fn newest_older(&self) -> Result<Option<(Newest<E>, Item)>> {
        for stored in self.older_items().await? {
            let decoded = accept_older(&self.key, self.decode, stored.clone());
            if let Some(newest) = Newest::of(self.is_hidden(&stored), decoded)? {
                return Ok(Some((newest, stored)));
            }
        }
        Ok(None)
    }

    /// Returns whether older designs may have stored the item under other keys.
    pub(crate) fn has_older_keys(&self) -> Result<bool> {
        let entity = schema::<E>();
        Ok(!is_random(entity) && !older_keys(entity, &|field| self.key.value(field))?.is_empty())
    }

    /// Returns the entities stored under older keys of this key with their items, the newest design first.
    pub(crate) async fn older(&self) -> Result<Vec<(E, Item)>> {
        let mut older = Vec::new();
        for stored in self.older_items().await? {
            if let Some(decoded) = accept_older(&self.key, self.decode, stored.clone())? {
                older.push((decoded, stored));
            }
        }
        Ok(older)
    }

    /// Returns the items stored under older keys, the newest design first.
    async fn older_items(&self) -> Result<Vec<Item>> {
        let entity = schema::<E>();
        match is_random(entity) {
            true => Ok(Vec::new()),
            false => older_items(self.handle, entity, &|field| self.key.value(field), self.consistent).await,
        }
    }
}

/// Reads the item under a key of the table.
pub(crate) async fn fetch(
    handle: &Connection,
    entity: &'static EntitySchema,
    key: &ItemKey,
    consistent: bool,
    attributes: Option<RequestedAttributes>,
) -> Result<Option<Item>> {
    let stored = read(handle, entity, key, Reading { consistent, keeps_body: false }, attributes).await?;
    Ok(stored.map(ReadItem::into_item))
}

/// Settings of the read of one item.
#[derive(Clone, Copy)]
struct Reading {
    consistent: bool,
    /// Whether the item is kept in the response body, to be decoded from there.
    keeps_body: bool,
}

/// Reads the item under a key of the table.
async fn read(
    handle: &Connection,
    entity: &'static EntitySchema,
    key: &ItemKey,
    Reading { consistent, keeps_body }: Reading,
    attributes: Option<RequestedAttributes>,
) -> Result<Option<ReadItem>> {
    let (handle, of) = (handle.clone(), key.clone());
    let consistency = if consistent { Consistency::Strong } else { Consistency::Eventual };
    let answer = LazyTask::Unspawned(Box::pin(async move {
        let (reads, partition) = (handle.reads(), &of.partition);
        let send = |once: Once| async {
            let request = request(&handle, once.client(), key_item(entity, &of), consistent, attributes.as_ref());
            let sending = send_once!(request, once);
            let (mut output, page) = match keeps_body {
                true => reads.keeping(Operation::Get, sending).await?,
                false => (sending.await?, None),
            };
            let item = ReadItem::all(page, output.item.take()).pop();
            Ok((output, item))
        };
        let key = ReadKey::get(partition).of(entity, 0, consistency);
        let (output, item) = reads.send(&key, &RequestCounts::default(), send).await?;
        if reads.watch().is_some() {
            let consumed = output.consumed_capacity.and_then(|consumed| consumed.capacity_units);
            let computed = || read_units(item.as_ref().map_or(0, ReadItem::bytes), consistency);
            reads.consumed(&key, [(partition, consumed.unwrap_or_else(computed))]);
        }
        Ok(item)
    }));
    let answer = answer.await;
    answer.map_err(|error: Error| error.at_key(key_text(entity, key)))
}

/// Builds the request of a client.
fn request(
    handle: &Connection,
    client: &Client,
    key: Item,
    is_consistent: bool,
    attributes: Option<&RequestedAttributes>,
) -> GetItemFluentBuilder {
    let request = client.get_item().table_name(handle.table_name());
    let request = match attributes {
        None => request,
        Some(attributes) => {
            let (expression, names) = attributes.expression();
            let request = request.projection_expression(expression);
            names.fold(request, |request, (placeholder, name)| request.expression_attribute_names(placeholder, name))
        }
    };
    request
        .set_key(Some(key))
        .set_consistent_read(is_consistent.then_some(true))
        .set_return_consumed_capacity(handle.watch().map(|_| Watch::RETURN_CONSUMED))
}

/// Decodes the entity stored under the current key, if it is the one that the key identifies.
pub(crate) fn accept<E: Entity>(key: &Key<E>, decode: DecodeAs<E>, stored: Item) -> Result<Option<E>> {
    let entity = schema::<E>();
    if !belongs(entity, &stored) {
        return Err(wrong_entity(entity, &stored));
    }
    let decoded = decode(entity, stored)?;
    Ok(is_requested_item(key, entity, &decoded).then_some(decoded))
}

/// Applies [`accept`] to an item that is not decoded yet.
pub(crate) fn accept_read<E: Entity>(key: &Key<E>, decode: DecodeRead<E>, stored: ReadItem) -> Result<Option<E>> {
    let entity = schema::<E>();
    if !belongs(entity, &stored) {
        return Err(wrong_entity(entity, &stored.into_item()));
    }
    let decoded = decode(entity, stored)?;
    Ok(is_requested_item(key, entity, &decoded).then_some(decoded))
}

/// Applies [`accept_older`] to an item that is not decoded yet.
pub(crate) fn accept_older_read<E: Entity>(key: &Key<E>, decode: DecodeRead<E>, stored: ReadItem) -> Result<Option<E>> {
    let entity = schema::<E>();
    let decoded = decode(entity, stored)?;
    Ok(is_same(key, entity, &decoded).then_some(decoded))
}

/// Decodes the entity stored under an older key, if it is the one that the key identifies.
pub(crate) fn accept_older<E: Entity>(key: &Key<E>, decode: DecodeAs<E>, stored: Item) -> Result<Option<E>> {
    let entity = schema::<E>();
    let decoded = decode(entity, stored)?;
    Ok(is_same(key, entity, &decoded).then_some(decoded))
}

impl<'a, E: Entity> IntoFuture for Get<'a, E> {
    type Output = Result<Option<E>>;
    type IntoFuture = Sending<'a, Option<E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            // Pinned here, because a future passed by value takes memory twice.
            let read = pin!(self.read());
            call(self.handle, "get", Some(schema::<E>().name), read).await
        })
    }
}

impl<E: Entity> fmt::Debug for Get<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Get").field("key", &self.key).field("consistent", &self.consistent).finish_non_exhaustive()
    }
}
