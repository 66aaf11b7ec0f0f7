//! Reads that keep the body of their answer, for their items to be decoded from it.
//!
//! The SDK lets an interceptor say what makes an output of a response. [`keep_items`] puts a deserializer there that
//! indexes the items of the body, keeps that index for the read, and has the SDK make its output of the rest. So an
//! output has everything but the items: counts, the last key, the consumed capacity, the request id.
//!
//! Errors go to the SDK as they are, and so does every body that is not as expected. The read then finds nothing kept,
//! and takes the items of the SDK's output. Each request has a slot of its own, so that a repeated or hedged read takes
//! only what its own answer held.

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

/// An output, and its items apart.
pub(crate) struct Answered<O> {
    /// Without items.
    pub(crate) output: O,
    pub(crate) items: Vec<ReadItem>,
}

tokio::task_local! {
    /// Where the items of the request that is polled are to be kept, until it has begun. What it sends itself on its
    /// way, as a provider of credentials may, finds nothing here.
    static KEPT: Cell<Option<(Operation, Slot)>>;
}

/// Awaits a request of this operation, and keeps its items apart. Without them, the SDK's output has them.
pub(crate) async fn keeping<F: Future>(operation: Operation, request: F) -> (F::Output, Option<Page>) {
    let slot = Slot::default();
    let output = KEPT.scope(Cell::new(Some((operation, slot.clone()))), request).await;
    (output, slot.take())
}

/// Has the items of the answer kept, if the request that is polled is [`keeping`] them.
///
/// It is asked by the one interceptor that every request has: an interceptor of a single request would need settings of
/// its own, which take more than the read's other work.
pub(super) fn keep_items(config: &mut ConfigBag) {
    let kept = KEPT.try_with(Cell::take).ok().flatten();
    if let Some(keep) = kept.and_then(|(operation, slot)| KeepItems::of(operation, &slot)) {
        config.interceptor_state().store_put(SharedResponseDeserializer::new(keep));
    }
}

/// The items of one request's answer, once it is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Slot(Arc<Mutex<Option<Page>>>);

impl Slot {
    fn set(&self, page: Option<Page>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = page;
    }

    /// What was kept. `None` where the SDK's output has the items.
    fn take(&self) -> Option<Page> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
