//! A request in flight whose answer is converted to the caller's type.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
};

use super::call::Sending;
use crate::{
    Result,
    item::any_key::{AnyValue, typed},
};

/// A request in flight, like [`Sending`]. It is compiled once for all types, and converts the answer at its end.
#[must_use = "futures do nothing unless polled"]
pub struct Decoding<'a, O> {
    sending: Sending<'a, Option<AnyValue>>,
    convert: fn(Option<AnyValue>) -> Result<O>,
}

impl<'a, O> Decoding<'a, O> {
    pub(crate) fn new(sending: Sending<'a, Option<AnyValue>>, convert: fn(Option<AnyValue>) -> Result<O>) -> Self {
        Self { sending, convert }
    }

    /// Returns the size of the state on the heap.
    #[doc(hidden)]
    pub fn __state_bytes(&self) -> usize {
        size_of_val(&*self.sending)
    }
}

/// Converts the answer of a read that always returns a value.
pub(crate) fn typed_answer<O: 'static>(answer: Option<AnyValue>) -> Result<O> {
    typed(answer.unwrap_or_else(|| Box::new(())))
}

impl<O> Future for Decoding<'_, O> {
    type Output = Result<O>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = ready!(self.sending.as_mut().poll(context));
        Poll::Ready(answer.and_then(self.convert))
    }
}

impl<O> fmt::Debug for Decoding<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoding").finish_non_exhaustive()
    }
}
