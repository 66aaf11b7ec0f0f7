//! Reads items that are still stored under a table key of an older design.

use crate::{
    Item, Result,
    client::{
        Connection,
        read_keys::{at_one_instant::items_of, read_keys},
    },
    item::{
        legacy::{ValueOf, all_keys, may_be_of_entity, older_keys},
        locate::key_item,
        read_item::ReadItem,
        stored::stored_key,
    },
    schema::EntitySchema,
};

/// Reads the items under all keys of these values at one instant, the current key first: an item that moves from key to
/// key, in either direction, is found.
///
/// A key can belong to another item, as in [`older_items`]. More than 100 keys are read in several transactions.
/// DynamoDB charges a read transaction twice the units of a consistent read.
pub(crate) async fn items_at_one_instant(
    handle: &Connection,
    entity: &'static EntitySchema,
    value: ValueOf<'_, '_>,
) -> Result<Vec<Item>> {
    let items = items_of(handle, entity, all_keys(entity, value)?).await?;
    let mut items: Vec<_> = items.into_iter().map(ReadItem::into_item).collect();
    items.retain(|item| may_be_of_entity(entity, item));
    Ok(items)
}

/// Reads the items under the older keys of these values, the newest design first.
///
/// An older key can lack fields of the current key, so it may belong to another item: check with
/// [`is_same`](crate::item::legacy::is_same).
pub(crate) async fn older_items(
    handle: &Connection,
    entity: &'static EntitySchema,
    value: ValueOf<'_, '_>,
    consistent: bool,
) -> Result<Vec<Item>> {
    let keys = older_keys(entity, value)?;
    let asked = keys.iter().map(|key| key_item(entity, key)).collect();
    let mut items = read_keys(handle, entity, asked, consistent).await?;
    items.retain(|item| may_be_of_entity(entity, item));
    items.sort_by_cached_key(|item| {
        stored_key(entity, 0, item).and_then(|stored| keys.iter().position(|key| *key == stored))
    });
    Ok(items)
}
