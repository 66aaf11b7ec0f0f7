//! Reads and writes a table with the AWS SDK.
//!
//! A [`Handle`] is an open table: [`Table::open`](crate::Table::open) returns one. Each method returns a request that
//! does nothing until it is awaited. `params()` of a request returns the parameters that it would send, and
//! `into_sdk()` converts it into the SDK's builder.
//!
//! # Reading
//!
//! | Call | Returns |
//! |---|---|
//! | [`get`](Handle::get) | one item by its key, or `None` |
//! | [`batch_get`](Handle::batch_get) | many items by their keys, each at the position of its key |
//! | [`Query::send`](crate::read::Query::send) | one page of a query, in the order of its sort keys, with a cursor |
//! | [`Query::stream`](crate::read::Query::stream) | all pages of a query, item by item |
//! | [`Query::count`](crate::read::Query::count) | the number of items that a query matches |
//! | [`Find::send`](crate::read::Find::send) | one item of a randomly sharded entity, from whichever shard holds it |
//! | [`scan`](Handle::scan), [`scan_items`](Handle::scan_items) | all items of an entity, or of the table, in no order |
//! | [`total`](Handle::total) | the sum of a counter over its shards |
//! | [`transaction_get`](Handle::transaction_get) | up to 100 items, read at one instant |
//!
//! # Writing one item
//!
//! | Call | Item exists | Item does not exist |
//! |---|---|---|
//! | [`create`](Handle::create) | error `AlreadyExists` | writes it |
//! | [`put`](Handle::put) | overwrites it | writes it |
//! | [`replace`](Handle::replace) | overwrites it | error `NotFound` |
//! | [`update`](Handle::update) | changes the named fields | error `NotFound` |
//! | [`upsert`](Handle::upsert) | changes the named fields | writes a new item with them |
//! | [`move_to`](Handle::move_to) | changes it by a function, and moves it if its key changes | error `NotFound` |
//! | [`delete`](Handle::delete) | deletes it | does nothing |
//! | [`increment`](Handle::increment) | adds to a counter | writes the item, and counts from 0 |
//!
//! With random shards, `put` appends: every call writes another item. If a lost response leaves it unknown whether a
//! write was applied, an idempotent call is retried, and other calls report the outcome
//! [`Unknown`](crate::Outcome::Unknown): see [`Error::outcome`](crate::Error::outcome).
//!
//! # Writing many items
//!
//! | Call | Does |
//! |---|---|
//! | [`transaction`](Handle::transaction) | writes and checks up to 100 items, all or nothing |
//! | [`batch_put`](Handle::batch_put), [`batch_delete`](Handle::batch_delete), [`batch`](Handle::batch) | write any number of items, each on its own; leftovers are reported |
//! | [`update_each`](Handle::update_each), [`delete_each`](Handle::delete_each) | change or delete all items of an entity, from a checkpoint |
//! | [`rekey`](Handle::rekey) | moves the items under older keys (`legacy`) to the current key, from a checkpoint |
//! | [`backfill`](Handle::backfill) | writes the keys of new indexes into stored items |
//!
//! # Tables
//!
//! | Call | Does |
//! |---|---|
//! | [`create_table`](Handle::create_table), [`ensure_table`](Handle::ensure_table) | create the table as it is declared |
//! | [`Table::open_verified`](crate::Table::open_verified) | opens a table whose keys and indexes are as declared |

// Each operation has a folder. They share these modules: `transport` sends requests, `condition` and `conditional`
// contain the conditions of a write, `read_keys` reads many items, `legacy` handles items under older keys, and
// `unique` maintains the sentinels of unique values.
mod batch;
mod checkpoints;
mod condition;
mod conditional;
mod counter;
mod delete;
mod get;
pub(crate) mod legacy;
mod optimistic;
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
pub use checkpoints::{CheckpointStore, FileCheckpoints, ItemCheckpoints, Segment, StoreError, Storing};
pub use conditional::{Conditional, SendingWhen, Stored, When};
pub use counter::{FailedShard, Increment, PartialTotal, ShardTotal, Total, Totaling};
pub use delete::Delete;
pub use get::{FindInTable, Get};
pub use partial::{Partial, PartialRead};
pub use put::{Create, Put, Replace, Written};
pub use query::{
    AnyQuery, Assembling, Counting, HydratedQuery, HydratedStream, Hydrating, ItemStream, Reading, SelectedQuery,
};
pub use scan::{
    Checkpoint, CountScan, FailedSegment, PartialScanPage, Scan, ScanCount, ScanPage, ScanStats, ScanStream,
};
pub use sweep::{Backfill, BackfillReport, FailedItem, Sweep, SweepReport};
pub use table::{CreateTable, EnsureTable, OpenVerified, create_table_input};
pub use transaction::{Transaction, TransactionGet, TransactionKeys, TransactionReport};
pub(crate) use transport::Connection;
pub use transport::{Consumed, Decoding, Handle, Meter, Sending, Units};
pub use update::{MoveTo, Update, Upsert};
