//! Reading and writing a table over the AWS SDK.
//!
//! A [`Handle`] is an open table. Every call on it returns a named request that does nothing until it is awaited,
//! that prints without being sent (`params()`) and opens into the SDK's own (`into_sdk()`).
//!
//! Each operation has a folder. They share what stands first: `transport` sends requests, `condition` and `conditional`
//! say what a write demands, `read_keys` reads many items, `legacy` knows items under keys of an older design, `unique`
//! keeps values unique.

mod batch;
mod condition;
mod conditional;
mod counter;
mod delete;
mod get;
pub(crate) mod legacy;
mod partial;
mod put;
mod query;
mod read_keys;
mod scan;
mod sweep;
mod table;
mod transaction;
mod transport;
mod unique;
mod update;

pub use crate::{
    attributes::Item,
    entity::WrittenKey,
    error::{Cancellation, CancellationReason},
    item::{located::Located, size::item_bytes},
};
pub use batch::{
    BatchDelete, BatchDeleteReport, BatchGet, BatchGetReport, BatchPut, BatchReport, KeyLists, Leftover, LeftoverKey,
    LeftoverWrite, MixedBatchGet, WriteBatch, WriteBatchReport,
};
pub use conditional::{Conditional, Stored, When};
pub use counter::{FailedShard, Increment, PartialTotal, ShardTotal, Total, Totaling};
pub use delete::Delete;
pub use get::{FindInTable, Get, ProjectedGet};
pub use partial::{Partial, PartialRead};
pub use put::{Create, Put, Replace, Written};
pub use query::{Assembling, Counting, HydratedQuery, HydratedStream, Hydrating, ItemStream, Reading, SelectedQuery};
pub use scan::{
    Checkpoint, CountScan, FailedSegment, PartialScanPage, Scan, ScanCount, ScanPage, ScanStats, ScanStream,
};
pub use sweep::{Backfill, BackfillReport, FailedItem, Sweep, SweepReport};
pub use table::{CreateTable, EnsureTable, OpenVerified, create_table_input};
pub use transaction::{Transaction, TransactionGet, TransactionKeys, TransactionReport};
pub use transport::{Consumed, Handle, Meter, Sending, Units};
pub use update::{MoveTo, Update, Upsert};
