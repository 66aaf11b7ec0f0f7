//! Sends every request: the only path from an operation to the SDK.
//!
//! Reads go through [`reads`]: they are paced, hedged and retried. Writes go through [`writes`], and write transactions
//! through [`transact`]. [`failure`] classifies SDK errors, [`call`] opens the span of a call, and [`meter`] counts
//! requests and capacity units.

pub(crate) mod account_pause;
pub(crate) mod attempts;
pub(crate) mod backoff;
pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod cancellation;
pub(crate) mod cancellation_reasons;
pub(crate) mod connection;
pub(crate) mod deadline;
pub(crate) mod decoding;
pub(crate) mod failure;
pub(crate) mod failure_class;
pub(crate) mod guard;
pub(crate) mod handle;
pub(crate) mod in_flight;
pub(crate) mod lazy_task;
pub(crate) mod limits;
pub(crate) mod meter;
#[cfg(feature = "metrics")]
mod metrics;
pub(crate) mod once;
pub(crate) mod overrides;
pub(crate) mod rate;
pub(crate) mod reads;
pub(crate) mod request_body;
pub(crate) mod retry;
pub(crate) mod throttled_keys;
pub(crate) mod transact;
pub(crate) mod watch_write;
pub(crate) mod writes;

pub use call::Sending;
pub(crate) use connection::Connection;
pub use decoding::Decoding;
pub use handle::Handle;
pub use meter::{Consumed, Meter, Units};
