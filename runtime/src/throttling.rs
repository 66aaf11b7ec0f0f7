//! Why DynamoDB throttles a request, and what follows from each reason.
//!
//! DynamoDB answers a request that it throttles with a list of reasons, each with the ARN of the table or index that
//! is short of throughput. The [`Reason`] decides, not the class of the exception: the limit of a key range can be
//! evaded on another shard, the capacity of a table cannot. [`Retry`] is that decision, for the client and for whoever
//! computes what the client would do; it sends nothing and draws no random numbers.
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
