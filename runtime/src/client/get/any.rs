//! Reads one item by its key, and the copies of it under older keys.

use std::pin::pin;

use aws_sdk_dynamodb::{
    Client,
    operation::get_item::{GetItemInput, builders::GetItemFluentBuilder},
};

use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        Connection,
        legacy::older_items::{items_at_one_instant, older_items},
        transport::{
            body::Operation,
            call::{Sending, call},
            lazy_task::LazyTask,
            once::{Once, send_once},
            reads::{ReadKey, RequestCounts},
        },
    },
    item::{
        any_key::{Age, AnyKey, AnyValue, DecodeFound},
        attributed::Attributed,
        encode::is_random,
        expiry::{Newest, is_expired},
        legacy::older_keys,
        locate::key_item,
        read_item::ReadItem,
        stored::key_text,
    },
    key::{ItemKey, clock::now},
    monitor::Watch,
    physics::capacity::{Consistency, read_units},
    projection::requested::RequestedAttributes,
    schema::EntitySchema,
};

/// A [`Get`](super::Get) without the types of its entity and of its output.
pub(crate) struct AnyGet<'a> {
    handle: &'a Connection,
    key: AnyKey,
    decode: DecodeFound,
    pub(super) consistent: bool,
    pub(super) include_expired: bool,
    /// Reads these attributes of the item, or all of them for `None`.
    attributes: Option<RequestedAttributes>,
    /// Whether the item is kept in the response body, to be decoded from there.
    keeps_body: bool,
}

impl<'a> AnyGet<'a> {
    pub(super) fn new(handle: &'a Connection, key: AnyKey, decode: DecodeFound) -> Self {
        Self { handle, key, decode, consistent: false, include_expired: false, attributes: None, keeps_body: true }
    }

    /// Reads an item before it is written: with strong consistency, and in the SDK's representation.
    pub(crate) fn before_write(handle: &'a Connection, key: AnyKey, decode: DecodeFound) -> Self {
        Self { consistent: true, keeps_body: false, ..Self::new(handle, key, decode) }
    }

    /// Reads these attributes only, and decodes them with another function.
    pub(super) fn projected(self, attributes: Option<RequestedAttributes>, decode: DecodeFound) -> Self {
        Self { attributes, decode, ..self }
    }

    pub(super) fn key(&self) -> &AnyKey {
        &self.key
    }

    pub(crate) fn params(&self) -> Result<GetItemInput> {
        let built = self.sdk()?.as_input().clone().build();
        built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
    }

    pub(super) fn sdk(&self) -> Result<GetItemFluentBuilder> {
        let key = key_item(self.key.entity(), &self.key.item_key()?);
        Ok(request(self.handle, self.handle.client(), key, self.consistent, self.attributes.as_ref()))
    }

    /// Sends the requests of the call.
    pub(super) fn sending(self) -> Sending<'a, Option<AnyValue>> {
        Box::pin(async move {
            // Pinned here, because a future passed by value takes memory twice.
            let read = pin!(self.read());
            call(self.handle, "get", Some(self.key.entity().name), read).await
        })
    }

    async fn read(&self) -> Result<Option<AnyValue>> {
        // The newest copy decides: an older copy must not reappear when the newest expires.
        let newest = match self.read_current_key().await? {
            Some(newest) => Some(newest),
            // Boxed to keep the future of ordinary gets small.
            None => Box::pin(self.read_older_keys()).await?,
        };
        Ok(newest.and_then(Newest::shown))
    }

    /// Returns the value under the current key.
    async fn read_current_key(&self) -> Result<Option<Newest<AnyValue>>> {
        let key = self.key.item_key()?;
        let reading = Reading { consistent: self.consistent, keeps_body: self.keeps_body };
        let stored = read(self.handle, self.key.entity(), &key, reading, self.attributes.clone()).await?;
        match stored {
            None => Ok(None),
            Some(stored) => self.newest(stored, Age::Current),
        }
    }

    fn newest(&self, stored: ReadItem, age: Age) -> Result<Option<Newest<AnyValue>>> {
        let is_hidden = self.is_hidden(&stored);
        Newest::of(is_hidden, (self.decode)(&self.key, stored, age))
    }

    /// Returns whether the item is expired, and expired items are not requested.
    fn is_hidden(&self, stored: &impl Attributed) -> bool {
        !self.include_expired && is_expired(self.key.entity(), stored, now())
    }

    /// Returns the newest value under older keys.
    async fn read_older_keys(&self) -> Result<Option<Newest<AnyValue>>> {
        if !self.has_older_keys()? {
            return Ok(None);
        }
        for stored in self.older_items().await? {
            if let Some(newest) = self.newest(ReadItem::Parsed(stored), Age::Older)? {
                return Ok(Some(newest));
            }
        }
        // A write may have moved the item since its new key was read: to the current key or, if two releases write at
        // once, to an older one.
        if !self.consistent {
            return self.read_current_key().await;
        }
        match self.copies_at_one_instant().await?.into_iter().next() {
            Some(stored) => self.newest(ReadItem::Parsed(stored), Age::Older),
            None => Ok(None),
        }
    }

    /// Returns whether older designs may have stored the item under other keys.
    pub(crate) fn has_older_keys(&self) -> Result<bool> {
        let entity = self.key.entity();
        Ok(!is_random(entity) && !older_keys(entity, &|field| self.key.value(field))?.is_empty())
    }

    /// Returns the items stored under older keys, the newest design first.
    async fn older_items(&self) -> Result<Vec<Item>> {
        let entity = self.key.entity();
        match is_random(entity) {
            true => Ok(Vec::new()),
            false => older_items(self.handle, entity, &|field| self.key.value(field), self.consistent).await,
        }
    }

    /// Reads the item stored under the current key.
    pub(crate) async fn fetch(&self) -> Result<Option<Item>> {
        let key = self.key.item_key()?;
        fetch(self.handle, self.key.entity(), &key, self.consistent, self.attributes.clone()).await
    }

    /// Returns whether the key identifies this item, which is stored under the current key.
    pub(crate) fn accepts(&self, stored: &Item) -> Result<bool> {
        self.identifies(stored, Age::Current)
    }

    fn identifies(&self, stored: &Item, age: Age) -> Result<bool> {
        Ok((self.decode)(&self.key, ReadItem::Parsed(stored.clone()), age)?.is_some())
    }

    /// Returns the item stored under the current key, if it is the one that the key identifies.
    pub(crate) async fn stored_at_current_key(&self) -> Result<Option<Item>> {
        match self.fetch().await? {
            Some(stored) if self.accepts(&stored)? => Ok(Some(stored)),
            _ => Ok(None),
        }
    }

    /// Returns the item stored under the current key, then those under older keys, the newest design first.
    ///
    /// If none is found, all keys are read once more at one instant: an item can move between the reads, and if two
    /// releases write at once, in either direction.
    pub(crate) async fn stored_copies(&self) -> Result<Vec<Item>> {
        let mut copies: Vec<_> = self.stored_at_current_key().await?.into_iter().collect();
        for stored in self.older_items().await? {
            if self.identifies(&stored, Age::Older)? && !copies.contains(&stored) {
                copies.push(stored);
            }
        }
        if copies.is_empty() && self.has_older_keys()? {
            copies = self.copies_at_one_instant().await?;
        }
        Ok(copies)
    }

    /// Reads all copies at one instant.
    async fn copies_at_one_instant(&self) -> Result<Vec<Item>> {
        let copies = items_at_one_instant(self.handle, self.key.entity(), &|field| self.key.value(field)).await?;
        let mut accepted = Vec::new();
        for stored in copies {
            if self.identifies(&stored, Age::Older)? {
                accepted.push(stored);
            }
        }
        Ok(accepted)
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
