//! Partitions, as the SDK's client sees them without retries.

mod batches;
mod reads;
mod splits;
mod support;
mod transactions;
mod units;
mod writes;
