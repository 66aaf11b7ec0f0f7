//! The item by which a condition was judged, also of engines that do not return it.

use crate::{
    Item,
    client::{
        Connection,
        transport::{
            once::{Once, send_once},
            reads::{ReadKey, Sent},
        },
    },
    item::locate::key_item,
    key::ItemKey,
    schema::EntitySchema,
};

/// The item that is stored now under the key of a write that was refused, where the refusal returned none.
///
/// DynamoDB returns the item, so that none was stored if it returns none. Other engines return nothing at all. The
/// caller tells the two apart by what is stored now: an item that the write would be carried out on is not the one by
/// which it was refused, so that none was stored. The read costs a strongly consistent GetItem.
///
/// AWS: [ReturnValuesOnConditionCheckFailure].
///
/// [ReturnValuesOnConditionCheckFailure]: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html#DDB-UpdateItem-request-ReturnValuesOnConditionCheckFailure
pub(crate) async fn judged_item(handle: &Connection, entity: &'static EntitySchema, key: &ItemKey) -> Option<Item> {
    let send = |once: Once| {
        let request = once.client().get_item().table_name(handle.table_name()).consistent_read(true);
        send_once!(request.set_key(Some(key_item(entity, key))), once)
    };
    let answer = handle.reads().send(ReadKey::get(&key.partition), &Sent::default(), send).await;
    answer.ok()?.item
}
