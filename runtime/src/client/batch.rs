//! Reads, writes and deletes many items in one call, without a transaction.

mod delete;
mod get;
mod leftover_key;
mod put;
pub(crate) mod requests;
mod write;

pub use delete::{BatchDelete, BatchDeleteReport};
pub use get::{BatchGet, BatchGetReport, KeyLists, MixedBatchGet};
pub use leftover_key::LeftoverKey;
pub use put::{BatchPut, BatchReport, Leftover};
pub use write::{LeftoverWrite, WriteBatch, WriteBatchReport};
