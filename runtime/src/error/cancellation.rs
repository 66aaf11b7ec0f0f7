//! Why a transaction was cancelled, input by input.

use std::fmt;

use crate::attributes::Item;

/// One action of a transaction that is a reason why the whole was cancelled.
///
/// [`Error::cancellations`](crate::Error::cancellations) has them.
#[derive(Clone)]
#[non_exhaustive]
pub struct Cancellation {
    /// The place of the input in the transaction, from 0: the action of a write, the key of a read.
    pub position: usize,
    /// The name of its entity.
    pub entity: &'static str,
    /// The key of its item, as text; of a `create`, also an older one that was checked.
    pub key: String,
    /// Why.
    pub reason: CancellationReason,
    /// Of [`CancellationReason::NotUnique`]: the field whose value another item has.
    pub field: Option<&'static str>,
    /// The reason as a sentence, with a way out.
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
    /// Another item has its value in a [unique](crate::unique) field.
    NotUnique,
    /// Another request was changing the item.
    Conflict,
    /// Throughput was short.
    Throttled,
    /// The item collection is full: 10 GB where the table has a local index.
    ItemCollectionSizeLimitExceeded,
    /// DynamoDB does not take the action or the item that it makes.
    Validation,
    /// Any other reason, with DynamoDB's code.
    Other(String),
}

impl Cancellation {
    /// The item that did not meet the condition; `None` where there was none, and for other reasons.
    pub fn stored_item(&self) -> Option<&Item> {
        self.stored.as_ref()
    }
}

/// Without the stored item, whose values nobody has asked for.
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
