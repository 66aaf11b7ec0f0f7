//! Reading and writing a table over the AWS SDK.
//!
//! A [`Handle`] is an open table. Every call on it returns a named request that does nothing until it is awaited,
//! that prints without being sent (`params()`) and opens into the SDK's own (`into_sdk()`).

mod attempts;
mod backfill;
mod backoff;
mod batch;
mod batch_delete;
mod batch_get;
mod batch_put;
mod batch_write;
mod call;
mod cancellation;
mod cancelled;
mod checkpoint;
mod condition;
mod conditional;
mod counter;
mod create;
mod declared_size;
mod decode;
mod delete;
mod delete_each;
mod encode;
mod equal;
mod expiry;
mod failure;
mod find;
mod get;
mod handle;
mod in_force;
mod judged;
mod keys;
mod leftover_key;
mod limits;
mod locate;
mod located;
mod lossy;
mod meter;
mod metered;
mod moving;
mod native;
mod older;
mod overrides;
mod pause;
mod plain;
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
mod serialize;
mod size;
mod stamp;
pub(crate) mod storable;
pub(crate) mod stored;
mod sweep;
mod table;
mod transact;
mod transaction;
mod transaction_get;
mod under_way;
mod unique;
mod update;
mod update_each;
mod version;
mod writes;
mod written;

pub use backfill::{Backfill, BackfillReport};
pub use batch::{LeftoverWrite, WriteBatch, WriteBatchReport};
pub use batch_delete::{BatchDelete, BatchDeleteReport};
pub use batch_get::{BatchGet, BatchGetReport, KeyLists, MixedBatchGet, PartialBatchGet, PartialMixedBatchGet};
pub use batch_put::{BatchPut, BatchReport, Leftover};
pub use call::Sending;
pub use cancellation::{Cancellation, CancellationReason};
pub use checkpoint::Checkpoint;
pub use conditional::{Conditional, Stored, When};
pub use counter::{FailedShard, Increment, PartialTotal, PartialTotaling, ShardTotal, Total, Totaling};
pub use create::Create;
pub(crate) use decode::{Decode, decode, from_item};
pub use delete::Delete;
pub(crate) use encode::{natives, to_item};
pub(crate) use equal::same_values;
pub use find::FindInTable;
pub use get::Get;
pub use handle::Handle;
pub use keys::WrittenKey;
pub(crate) use keys::written_keys;
pub use leftover_key::LeftoverKey;
pub(crate) use locate::located_key;
pub use located::Located;
pub use meter::{Consumed, Meter, Units};
pub(crate) use metered::Weighed;
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
pub use size::item_bytes;
pub(crate) use stamp::ttl_seconds;
pub(crate) use stored::belongs;
pub use sweep::{FailedItem, Sweep, SweepReport};
pub use table::{CreateTable, EnsureTable, OpenVerified, create_table_input};
pub use transaction::{Transaction, TransactionReport};
pub use transaction_get::{TransactionGet, TransactionKeys};
pub(crate) use update::{Made, made};
pub use update::{MoveTo, Update, Upsert};
pub use written::Written;

/// An item as the SDK has it: attribute names and their values.
pub type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;
