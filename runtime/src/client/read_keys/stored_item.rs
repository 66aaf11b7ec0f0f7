//! Finds the item that failed a condition, also for engines that do not return it.

use crate::{
    Item,
    client::{
        Connection,
        transport::{
            once::{Once, send_once},
            reads::{ReadKey, RequestCounts},
        },
    },
    item::locate::key_item,
    key::ItemKey,
    schema::EntitySchema,
};

/// Reads the item that is stored under the key of a rejected write, if the rejection contained none.
///
/// DynamoDB returns the stored item, so a rejection without one means that no item was stored. Other engines never
/// return it. The caller distinguishes the two cases by the item that this function reads: if the write would succeed
/// on it, it cannot be the item that failed the condition, so no item was stored then. The read costs one strongly
/// consistent GetItem.
///
/// AWS: [ReturnValuesOnConditionCheckFailure].
///
/// [ReturnValuesOnConditionCheckFailure]: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html#DDB-UpdateItem-request-ReturnValuesOnConditionCheckFailure
pub(crate) async fn read_conflicting_item(
    handle: &Connection,
    entity: &'static EntitySchema,
    key: &ItemKey,
) -> Option<Item> {
    let send = |once: Once| {
        let request = once.client().get_item().table_name(handle.table_name()).consistent_read(true);
        send_once!(request.set_key(Some(key_item(entity, key))), once)
    };
    let answer = handle.reads().send(&ReadKey::get(&key.partition), &RequestCounts::default(), send).await;
    answer.ok()?.item
}
