//! The inputs of a transaction, and the actions of its request.

use aws_sdk_dynamodb::types::TransactWriteItem;

use crate::{
    Item, Result,
    client::{Written, transport::cancellation::Refusal},
    key::{ItemKey, Timestamp},
    schema::EntitySchema,
};

/// One action of the request.
pub(crate) struct Part {
    pub(crate) key: ItemKey,
    /// Its share of the transaction's limit of 4 MB: the size of the item, or of its key if no item is written.
    pub(crate) bytes: u64,
    pub(crate) write: TransactWriteItem,
    /// If it deletes the sentinel of a unique value: the key of the item that releases the value.
    pub(crate) released_by: Option<ItemKey>,
}

impl Part {
    pub(crate) fn new(key: ItemKey, bytes: u64, write: TransactWriteItem) -> Self {
        Self { key, bytes, write, released_by: None }
    }
}

/// An input of a transaction: a write of one item, or a check of one.
pub(crate) trait TransactAction: Send + Sync {
    /// Returns its name in errors.
    fn name(&self) -> &'static str;

    fn entity(&self) -> &'static EntitySchema;

    /// Returns its actions in the request: first the one on its item, then checks of other keys or sentinels. Every
    /// call returns equal actions.
    fn parts(&self, table_name: &str) -> Result<Vec<Part>>;

    /// Sets the time of the write, at which expiry is evaluated.
    fn set_time(&mut self, at: Timestamp);

    /// Derives the random shard from this number, replacing the one that was picked.
    fn set_shard(&mut self, _: u32) {}

    /// Returns why the condition of this part failed. `None` if nothing is known beyond the failure.
    fn refused(&self, part: usize, stored: Option<&Item>) -> Option<Refusal>;

    /// Returns whether the item that refused this part is the item of the action, with its times in other texts.
    fn has_other_texts(&self, _part: usize, _stored: &Item) -> bool {
        false
    }

    /// Requires the texts of this item from now on.
    fn keep_texts(&mut self, _stored: &Item) {}

    /// Returns whether this part writes or deletes the [sentinel](crate::unique) of a unique value.
    fn is_sentinel(&self, _: usize) -> bool {
        false
    }

    /// Returns the field whose value this part takes or releases.
    fn unique_field(&self, _: usize) -> Option<&'static str> {
        None
    }

    /// Returns the location of the item that it writes, if it writes a whole item.
    fn written(&self) -> Option<Written> {
        None
    }
}
