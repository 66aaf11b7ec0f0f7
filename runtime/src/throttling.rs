//! Why DynamoDB throttles a request, and how each reason is handled.
//!
//! DynamoDB answers a throttled request with a list of reasons, each with the ARN of the table or index whose
//! throughput was exceeded. The [`Reason`] decides how to continue, not the class of the exception: the limit of a key
//! range can be avoided on another shard, the capacity of a table cannot. [`Retry`] makes that decision, for the client
//! and for simulations of it. It sends nothing and draws no random numbers.
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
