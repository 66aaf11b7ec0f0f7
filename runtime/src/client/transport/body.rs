//! Keeps the response body of a read, so that its items are decoded directly from it.
//!
//! The SDK lets an interceptor choose the deserializer of a response. [`keep_items`] installs one that indexes the
//! items of the body, stores that index for the read, and passes the rest to the SDK's deserializer. The SDK's output
//! then contains everything except the items: counts, the last key, the consumed capacity, the request id.
//!
//! Errors, and bodies of an unexpected form, are passed to the SDK unchanged. The read then finds no stored index and
//! takes the items from the SDK's output. Each request has its own slot, so that a retried or hedged read takes only
//! the items of its own answer.

mod deserializer;
mod operation;
#[cfg(test)]
mod tests;

use std::{
    cell::Cell,
    sync::{Arc, Mutex, PoisonError},
};

use aws_sdk_dynamodb::config::ConfigBag;
use aws_smithy_runtime_api::client::ser_de::SharedResponseDeserializer;

use crate::item::{read_item::ReadItem, wire::Page};
use deserializer::KeepItems;
pub(crate) use operation::Operation;

/// An SDK output, with its items kept separately.
pub(crate) struct Answered<O> {
    /// Without items.
    pub(crate) output: O,
    pub(crate) items: Vec<ReadItem>,
}

tokio::task_local! {
    /// The slot for the items of the request being polled, until that request begins. Other requests that it triggers,
    /// such as those of a credentials provider, find no slot here.
    static SLOT: Cell<Option<(Operation, Slot)>>;
}

/// Awaits a request of this operation and returns its items separately. Without a page, the SDK's output has them.
pub(crate) async fn keeping<F: Future>(operation: Operation, request: F) -> (F::Output, Option<Page>) {
    let slot = Slot::default();
    let output = SLOT.scope(Cell::new(Some((operation, slot.clone()))), request).await;
    (output, slot.take())
}

/// Arranges that the items of the answer are kept, if the request being polled is wrapped in [`keeping`].
///
/// Called by the one interceptor that every request has: an interceptor of a single request would need its own
/// settings, which cost more than the rest of the read.
pub(super) fn keep_items(config: &mut ConfigBag) {
    let kept = SLOT.try_with(Cell::take).ok().flatten();
    if let Some(keep) = kept.and_then(|(operation, slot)| KeepItems::of(operation, &slot)) {
        config.interceptor_state().store_put(SharedResponseDeserializer::new(keep));
    }
}

/// The items of one request's answer, after it has arrived.
#[derive(Debug, Clone, Default)]
pub(crate) struct Slot(Arc<Mutex<Option<Page>>>);

impl Slot {
    fn set(&self, page: Option<Page>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = page;
    }

    /// Takes the kept items. `None` if the SDK's output contains the items.
    fn take(&self) -> Option<Page> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
