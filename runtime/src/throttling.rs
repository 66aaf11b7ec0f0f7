//! The reasons why DynamoDB throttles a request, and the handling of each reason.
//!
//! DynamoDB's response to a throttled request contains a list of reasons, each with the ARN of the table or index whose
//! throughput was exceeded. The [`Reason`], and not the class of the exception, determines how to continue: another
//! shard can avoid the limit of a key range, but not that of a table. [`Retry`] makes this decision, for the client and
//! for simulations of it. It sends no requests and uses no random numbers.
//!
//! Source: [Resolving throttling issues in Amazon
//! DynamoDB](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-diagnosing.html).

mod backoff;
mod reason;
mod retry;
mod throttle;
#[cfg(feature = "client")]
mod throttled_keys;

pub(crate) use backoff::Backoff;
pub use reason::{Limit, Reason, Resource, Throughput};
pub use retry::{Next, Retry, carries_random_shard};
pub use throttle::Throttle;
#[cfg(feature = "client")]
pub(crate) use throttled_keys::Refusing;
