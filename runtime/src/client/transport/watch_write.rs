//! Reports the result of a write of one item to a monitor.

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    operation::{delete_item::DeleteItemError, put_item::PutItemError, update_item::UpdateItemError},
    types::ConsumedCapacity,
};

use super::throttled_keys::refusing;
use crate::{
    Item,
    monitor::{Watch, writes::ItemWrite},
    schema::EntitySchema,
};

/// The error of a write that may have a condition.
pub(crate) trait WriteError: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static {
    /// Returns the stored item that failed the condition, if the answer has it. The outer `None`: any other error.
    fn failed_condition(&self) -> Option<Option<&Item>>;
}

macro_rules! write_errors {
    ($($error:ident),+) => {$(
        impl WriteError for $error {
            fn failed_condition(&self) -> Option<Option<&Item>> {
                match self {
                    Self::ConditionalCheckFailedException(failed) => Some(failed.item()),
                    _ => None,
                }
            }
        }
    )+};
}

write_errors!(PutItemError, UpdateItemError, DeleteItemError);

/// Counts a write and its answer. `stored` is the item as it was read before, used if a condition failed and the answer
/// contains no item.
pub(crate) fn watch_write<E: WriteError>(
    watch: &Watch,
    entity: &'static EntitySchema,
    item: ItemWrite<'_>,
    stored: Option<&Item>,
    sent: Result<Option<&ConsumedCapacity>, &SdkError<E>>,
) {
    match sent {
        Ok(consumed) => watch.record_write(entity, item, consumed),
        Err(error) => match error.as_service_error().and_then(E::failed_condition) {
            Some(failed_condition) => watch.condition_failed(entity, item.table, failed_condition.or(stored)),
            None => watch.refused(entity, &item, &refusing(error)),
        },
    }
}
