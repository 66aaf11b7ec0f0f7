//! Partitions as the SDK's client meets them, with its retries off.

mod batches;
mod reads;
mod splits;
mod support;
mod transactions;
mod units;
mod writes;
