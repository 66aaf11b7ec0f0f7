//! Reads that return partial results.

use std::future::IntoFuture;

use crate::Result;

/// A read that returns what could be read, and names what could not. It is not sent yet. Made by the `partial` method
/// of a read.
///
/// A query names the lanes that failed, a scan its segments, a counter's total its shards, and a batch get its keys. It
/// fails only if nothing could be read, or for a reason that does not belong to one of these parts, such as a missing
/// table.
#[derive(Debug)]
#[must_use = "a read does nothing until it is awaited"]
pub struct Partial<R>(pub(super) R);

/// A read whose parts can fail separately, for [`Partial`]. Sealed.
pub trait PartialRead: Sized {
    /// The parts that could be read, and those that failed.
    type Output;

    /// The input of a request, which can be printed.
    type Input;

    /// The SDK's builder of a request.
    type Request;

    #[doc(hidden)]
    type Future: Future<Output = Result<Self::Output>>;

    #[doc(hidden)]
    fn __params(&self) -> Result<Vec<Self::Input>>;

    #[doc(hidden)]
    fn __into_sdk(self) -> Result<Vec<Self::Request>>;

    #[doc(hidden)]
    fn __read_partially(self) -> Self::Future;
}

/// Generates the methods of an `impl PartialRead` that return requests: those of the whole read.
macro_rules! same_requests {
    ($input:ty, $request:ty) => {
        same_requests!($input, $request, Sending<'a, Self::Output>);
    };
    ($input:ty, $request:ty, $future:ty) => {
        type Input = $input;
        type Request = $request;
        type Future = $future;

        fn __params(&self) -> Result<Vec<Self::Input>> {
            self.params()
        }

        fn __into_sdk(self) -> Result<Vec<Self::Request>> {
            self.into_sdk()
        }
    };
}

pub(super) use same_requests;

impl<R: PartialRead> Partial<R> {
    /// Returns the requests as values that can be printed, like the `params` method of the read.
    ///
    /// # Errors
    ///
    /// Those of the `params` method of the read.
    pub fn params(&self) -> Result<Vec<R::Input>> {
        self.0.__params()
    }

    /// Converts the requests into the SDK's builders, like the `into_sdk` method of the read.
    ///
    /// # Errors
    ///
    /// Those of the `params` method of the read.
    pub fn into_sdk(self) -> Result<Vec<R::Request>> {
        self.0.__into_sdk()
    }
}

impl<R: PartialRead> IntoFuture for Partial<R> {
    type Output = Result<R::Output>;
    type IntoFuture = R::Future;

    fn into_future(self) -> Self::IntoFuture {
        self.0.__read_partially()
    }
}
