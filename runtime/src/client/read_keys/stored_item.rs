//! The item by which a condition was judged, also of engines that do not return it.

use crate::{
    Item, Table,
    client::{
        Handle,
        transport::reads::{ReadKey, Sent},
    },
    item::locate::key_item,
    key::ItemKey,
    schema::EntitySchema,
};

/// The item that the refusal of a write returned or, where it returned none, the one that is stored now.
///
/// DynamoDB returns the item, so that none is stored if it returns none. Other engines return nothing at all, which
/// says neither that the item is missing nor that it is another one. The read costs a strongly consistent GetItem.
pub(crate) async fn judged_item<T: Table>(
    handle: &Handle<T>,
    entity: &'static EntitySchema,
    key: &ItemKey,
    returned: Option<&Item>,
) -> Option<Item> {
    if let Some(item) = returned {
        return Some(item.clone());
    }
    let request = handle.client().get_item().table_name(handle.table_name()).consistent_read(true);
    let request = request.set_key(Some(key_item(entity, key)));
    let send = |once| request.clone().customize().config_override(once).send();
    let answer = handle.reads().send(ReadKey::get(&key.partition), &Sent::default(), send).await;
    answer.ok()?.item
}
