//! Reads items that are still stored under a table key of an older design.

use crate::{
    Item, Result,
    client::{Connection, read_keys::read_keys},
    item::{
        legacy::{ValueOf, may_be_of_entity, older_keys},
        locate::key_item,
        stored::stored_key,
    },
    schema::EntitySchema,
};

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
