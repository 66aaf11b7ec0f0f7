//! Reading and writing a table over the AWS SDK.
//!
//! A [`Handle`] is an open table. Every call on it returns a named request that does nothing until it is awaited,
//! that prints without being sent (`params()`) and opens into the SDK's own (`into_sdk()`).

mod attempts;
mod backfill;
pub(crate) mod backoff;
mod batch;
mod batch_delete;
mod batch_get;
mod batch_put;
mod batch_write;
mod call;
mod cancellation;
pub(crate) mod cancelled;
mod checkpoint;
pub(crate) mod condition;
mod conditional;
mod counter;
mod create;
mod delete;
mod delete_each;
pub(crate) mod failure;
mod find;
mod get;
mod handle;
mod judged;
mod leftover_key;
mod limits;
mod meter;
mod moving;
mod older;
mod overrides;
mod pause;
mod project;
mod put;
mod put_item;
mod query;
mod rate;
mod read_keys;
mod reads;
mod refusing;
mod replace;
mod scan;
mod sweep;
mod table;
mod transact;
mod transaction;
mod transaction_get;
mod under_way;
mod unique;
mod update;
mod update_each;
mod writes;
mod written;

pub use crate::{
    attributes::Item,
    entity::WrittenKey,
    error::{Cancellation, CancellationReason},
    item::{located::Located, size::item_bytes},
};
pub use backfill::{Backfill, BackfillReport};
pub use batch::{LeftoverWrite, WriteBatch, WriteBatchReport};
pub use batch_delete::{BatchDelete, BatchDeleteReport};
pub use batch_get::{BatchGet, BatchGetReport, KeyLists, MixedBatchGet, PartialBatchGet, PartialMixedBatchGet};
pub use batch_put::{BatchPut, BatchReport, Leftover};
pub use call::Sending;
pub use checkpoint::Checkpoint;
pub use conditional::{Conditional, Stored, When};
pub use counter::{FailedShard, Increment, PartialTotal, PartialTotaling, ShardTotal, Total, Totaling};
pub use create::Create;
pub use delete::Delete;
pub use find::FindInTable;
pub use get::Get;
pub use handle::Handle;
pub use leftover_key::LeftoverKey;
pub use meter::{Consumed, Meter, Units};
pub use project::ProjectedGet;
pub use put::Put;
pub use query::{
    Assembling, AssemblingWithStats, Counting, HydratedQuery, HydratedStream, Hydrating, ItemStream, PartialHydrating,
    PartialReading, Reading, SelectedQuery,
};
pub use replace::Replace;
pub use scan::{
    CountScan, FailedSegment, PartialScan, PartialScanPage, Scan, ScanCount, ScanPage, ScanStats, ScanStream,
};
pub use sweep::{FailedItem, Sweep, SweepReport};
pub use table::{CreateTable, EnsureTable, OpenVerified, create_table_input};
pub use transaction::{Transaction, TransactionReport};
pub use transaction_get::{TransactionGet, TransactionKeys};
pub use update::{MoveTo, Update, Upsert};
pub use written::Written;
