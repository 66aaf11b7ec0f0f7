//! Reads many items by their keys.

pub(crate) mod at_one_instant;
mod chunk;
mod meter;
mod request;
pub(crate) mod stored_item;

use aws_sdk_dynamodb::{
    Client,
    operation::batch_get_item::{BatchGetItemInput, builders::BatchGetItemFluentBuilder},
    types::{KeysAndAttributes, ReturnConsumedCapacity},
};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::{Connection, transport::failure::build_error};
use crate::{
    Error, Item, Result, item::read_item::ReadItem, physics::limits::BATCH_GET_ITEMS,
    projection::requested::RequestedAttributes, schema::EntitySchema,
};

pub(crate) use meter::Meter;

/// The default number of concurrent requests of a batch.
pub(crate) const IN_FLIGHT: usize = 4;

/// Returns the entity of a key.
pub(crate) type EntityOf<'a> = &'a (dyn Fn(&Item) -> &'static EntitySchema + Sync);

/// Settings for reading items by their keys.
#[derive(Clone, Copy)]
pub(crate) struct KeyReads<'a> {
    pub(crate) entity_of: EntityOf<'a>,
    pub(crate) consistent: bool,
    /// The attributes to request. `None` for all.
    pub(crate) attributes: Option<&'a RequestedAttributes>,
    /// The number of concurrent requests.
    pub(crate) in_flight: usize,
    /// Counts the requests and their cost, if set.
    pub(crate) meter: Option<&'a Meter>,
    /// Whether items stay in the response bodies, to be decoded from there.
    pub(crate) keeps_body: bool,
}

/// The items of some keys, without those that could not be read.
#[derive(Default)]
pub(crate) struct KeysRead {
    pub(crate) items: Vec<ReadItem>,
    /// The keys that could not be read, and the reasons.
    pub(crate) unread: Vec<(Item, Error)>,
}

/// Reads the items of these keys, in no particular order. Unprocessed keys are requested again until all are read.
pub(crate) async fn read_keys(
    handle: &Connection,
    entity: &'static EntitySchema,
    keys: Vec<Item>,
    consistent: bool,
) -> Result<Vec<Item>> {
    let items = KeyReads::of(&|_| entity, consistent).whole(handle, &keys).await?;
    Ok(items.into_iter().map(ReadItem::into_item).collect())
}

/// Reads the items of these keys, and returns the keys that could not be read: see [`KeyReads::partly`].
pub(crate) async fn read_keys_partially(
    handle: &Connection,
    entity: &'static EntitySchema,
    keys: Vec<Item>,
    consistent: bool,
) -> Result<KeysRead> {
    KeyReads::of(&|_| entity, consistent).partly(handle, &keys).await
}

/// Builds the requests that read these keys, 100 keys in each.
pub(crate) fn requests(handle: &Connection, keys: &[Item], consistent: bool) -> Result<Vec<BatchGetItemFluentBuilder>> {
    keys.chunks(BATCH_GET_ITEMS)
        .map(|keys| keys_request(handle, handle.client(), keys.to_vec(), consistent, None))
        .collect()
}

/// Returns the inputs of requests, as values that can be printed.
pub(crate) fn inputs(requests: Vec<BatchGetItemFluentBuilder>) -> Result<Vec<BatchGetItemInput>> {
    requests.into_iter().map(|request| request.as_input().clone().build().map_err(build_error)).collect()
}

/// Makes the request that reads these keys: all attributes of the items, or only those in `attributes`.
pub(crate) fn keys_request(
    handle: &Connection,
    client: &Client,
    keys: Vec<Item>,
    consistent: bool,
    attributes: Option<&RequestedAttributes>,
) -> Result<BatchGetItemFluentBuilder> {
    let mut of_table =
        KeysAndAttributes::builder().set_keys(Some(keys)).set_consistent_read(consistent.then_some(true));
    if let Some(attributes) = attributes {
        let (expression, names) = attributes.expression();
        of_table = of_table.projection_expression(expression);
        for (placeholder, name) in names {
            of_table = of_table.expression_attribute_names(placeholder, name);
        }
    }
    // The size of a projected item does not determine its cost.
    let capacity = attributes.map(|_| ReturnConsumedCapacity::Total);
    let request = client.batch_get_item().set_return_consumed_capacity(capacity);
    Ok(request.request_items(handle.table_name(), of_table.build().map_err(build_error)?))
}

impl<'a> KeyReads<'a> {
    /// Reads all attributes as the SDK's items, with 4 concurrent requests.
    pub(crate) fn of(entity_of: EntityOf<'a>, consistent: bool) -> Self {
        Self { entity_of, consistent, attributes: None, in_flight: IN_FLIGHT, meter: None, keeps_body: false }
    }

    /// Leaves the items in the response bodies.
    pub(crate) fn keeping_bodies(self) -> Self {
        Self { keeps_body: true, ..self }
    }

    /// Reads the items of these keys, in no particular order. Unprocessed keys are requested again until all are read.
    pub(crate) async fn whole(&self, handle: &Connection, keys: &[Item]) -> Result<Vec<ReadItem>> {
        let chunks: Vec<_> = keys.chunks(BATCH_GET_ITEMS).map(|keys| self.read_all(handle, keys.to_vec())).collect();
        let chunks: Vec<_> = stream::iter(chunks).buffered(self.in_flight).try_collect().await?;
        Ok(chunks.into_iter().flatten().collect())
    }

    /// Reads the items of these keys, and returns the keys that could not be read.
    ///
    /// DynamoDB returns the keys of a failing partition as unprocessed. If a whole request fails, for example by a
    /// time-out, its keys are read one by one, so that one failing key does not affect the others.
    ///
    /// # Errors
    ///
    /// The first failure whose reason affects all keys.
    pub(crate) async fn partly(&self, handle: &Connection, keys: &[Item]) -> Result<KeysRead> {
        let chunks: Vec<_> =
            keys.chunks(BATCH_GET_ITEMS).map(|keys| self.read_available(handle, keys.to_vec())).collect();
        let mut chunks = stream::iter(chunks).buffered(self.in_flight);
        let mut all = KeysRead::default();
        while let Some(read) = chunks.try_next().await? {
            all.items.extend(read.items);
            all.unread.extend(read.unread);
        }
        Ok(all)
    }
}
