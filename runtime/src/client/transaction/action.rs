//! What an input of a transaction asks of DynamoDB.

use aws_sdk_dynamodb::types::TransactWriteItem;

use crate::{
    Item, Result,
    client::{Written, transport::cancellation::Refusal},
    key::{ItemKey, Timestamp},
    schema::EntitySchema,
};

/// One place of the request.
pub(crate) struct Part {
    pub(crate) key: ItemKey,
    /// What it counts of the transaction's 4 MB: the item or, of what writes none, its key.
    pub(crate) bytes: u64,
    pub(crate) write: TransactWriteItem,
    /// Where it deletes the sentinel of a value: the key of the item that gives the value up.
    pub(crate) gives_up: Option<ItemKey>,
}

impl Part {
    pub(crate) fn new(key: ItemKey, bytes: u64, write: TransactWriteItem) -> Self {
        Self { key, bytes, write, gives_up: None }
    }
}

/// An input of a transaction: a write of one item, or a check of one.
pub(crate) trait TransactAction: Send + Sync {
    /// What errors call it.
    fn name(&self) -> &'static str;

    fn entity(&self) -> &'static EntitySchema;

    /// What it takes of the request: that of its item first, then checks of other keys or sentinels. The same each
    /// time.
    fn parts(&self, table_name: &str) -> Result<Vec<Part>>;

    /// Says when it is written, and by which time an item has expired.
    fn set_time(&mut self, at: Timestamp);

    /// Derives the random shard from this number instead of the one that was picked.
    fn set_shard(&mut self, _: u32) {}

    /// Why the condition of this part failed; `None` if nothing more is known than that it failed.
    fn refused(&self, part: usize, stored: Option<&Item>) -> Option<Refusal>;

    /// Whether this one of its parts takes the [sentinel](crate::unique) of a value, or gives it up.
    fn is_sentinel(&self, _: usize) -> bool {
        false
    }

    /// The field whose value this one of its parts takes or gives up.
    fn unique_field(&self, _: usize) -> Option<&'static str> {
        None
    }

    /// Where it writes a whole item.
    fn written(&self) -> Option<Written> {
        None
    }
}
