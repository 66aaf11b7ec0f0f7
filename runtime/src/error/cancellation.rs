//! Why a transaction was cancelled, for each input.

use std::fmt;

use crate::attributes::Item;

/// An action of a transaction that caused its cancellation.
///
/// Returned by [`Error::cancellations`](crate::Error::cancellations).
#[derive(Clone)]
#[non_exhaustive]
pub struct Cancellation {
    /// The position of the input in the transaction, counted from 0: the action of a write, or the key of a read.
    pub position: usize,
    /// The name of the input's entity.
    pub entity: &'static str,
    /// The key of the input's item, as text. For a `create`, it can be an older key that was checked.
    pub key: String,
    /// Why the action failed.
    pub reason: CancellationReason,
    /// For [`CancellationReason::NotUnique`], the field with a value that another item has.
    pub field: Option<&'static str>,
    /// The reason as a sentence, with a fix.
    pub text: String,
    pub(crate) stored: Option<Item>,
}

/// Why an action cancelled its transaction.
///
/// | Action | No item is stored | The item does not meet the condition |
/// |---|---|---|
/// | `update`, `replace`, `replace_item`, `check_exists` | `NotFound` | `ConditionFailed` |
/// | `put_if`, `delete_if`, `check` | `ConditionFailed`, and [`stored_item`](Cancellation::stored_item) is `None` | `ConditionFailed` |
/// | `create`, `check_absent` | writes or passes | `ConditionFailed` |
///
/// Source:
/// [TransactWriteItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html),
/// "Cancellation Reasons".
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CancellationReason {
    /// The stored item does not meet the condition of the action.
    ConditionFailed,
    /// The item that the action changes or checks does not exist, or has expired.
    NotFound,
    /// Another item has the same value in a [unique](crate::unique) field.
    NotUnique,
    /// Another request was changing the item.
    Conflict,
    /// The request was throttled.
    Throttled,
    /// The item collection is full: it is limited to 10 GB if the table has a local secondary index.
    ItemCollectionSizeLimitExceeded,
    /// DynamoDB rejects the action or the resulting item.
    Validation,
    /// Any other reason, with DynamoDB's code.
    Other(String),
}

impl Cancellation {
    /// Returns the item that did not meet the condition. `None` if there was no item, and for other reasons.
    pub fn stored_item(&self) -> Option<&Item> {
        self.stored.as_ref()
    }
}

/// Omits the stored item, whose values the caller did not request.
impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation")
            .field("position", &self.position)
            .field("entity", &self.entity)
            .field("key", &self.key)
            .field("reason", &self.reason)
            .field("field", &self.field)
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}
