//! Reads that keep the body of their answer, for their items to be decoded from it.
//!
//! The SDK lets an interceptor say what makes an output of a response. [`Kept`] puts a deserializer there that indexes
//! the items of the body, keeps that index for the read, and has the SDK make its output of the rest. So an output has
//! everything but the items: counts, the last key, the consumed capacity, the request id.
//!
//! Errors go to the SDK as they are, and so does every body that is not as expected. The read then finds nothing kept,
//! and takes the items of the SDK's output. Each request has a slot of its own, so that a repeated or hedged read takes
//! only what its own answer held.

mod deserializer;
mod operation;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::config::{self, ConfigBag, Intercept, interceptors::BeforeSerializationInterceptorContextRef};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::{interceptors::dyn_dispatch_hint, ser_de::SharedResponseDeserializer};

use crate::item::{read_item::ReadItem, wire::Page};
use deserializer::KeepItems;
pub(crate) use operation::Operation;

/// An output, and its items apart.
pub(crate) struct Answered<O> {
    /// Without items.
    pub(crate) output: O,
    pub(crate) items: Vec<ReadItem>,
}

/// The items of one request's answer, once it is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Slot(Arc<Mutex<Option<Page>>>);

impl Slot {
    fn set(&self, page: Option<Page>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = page;
    }

    /// What was kept. `None` where the SDK's output has the items.
    pub(crate) fn take(&self) -> Option<Page> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The settings of a request of this operation whose items are to be kept here.
    pub(crate) fn kept(&self, operation: Operation, request: config::Builder) -> config::Builder {
        request.interceptor(Kept { slot: self.clone(), operation })
    }
}

/// Has the items of an answer kept.
#[derive(Debug)]
struct Kept {
    slot: Slot,
    operation: Operation,
}

#[dyn_dispatch_hint]
impl Intercept for Kept {
    fn name(&self) -> &'static str {
        "keywright::Kept"
    }

    fn read_before_execution(
        &self,
        _: &BeforeSerializationInterceptorContextRef<'_>,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(keep) = KeepItems::of(self.operation, &self.slot) {
            config.interceptor_state().store_put(SharedResponseDeserializer::new(keep));
        }
        Ok(())
    }
}
