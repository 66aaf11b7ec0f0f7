//! Reads across buckets and shards: typed queries, their plan, the merge of their lanes, and cursors.
//!
//! A [`Query`] is first planned, then executed. The [`Plan`] is a plain value: it can be printed, counted in requests
//! and capacity units, and tested without a server.

#![cfg_attr(not(feature = "client"), allow(dead_code, reason = "a plan is executed by the client"))]

mod access;
mod budget;
#[cfg(feature = "client")]
mod classifier;
mod conditions;
mod cursor;
mod direction;
#[cfg(feature = "client")]
pub(crate) mod extract;
mod find;
mod interval;
mod item_size;
mod known;
mod lane;
mod merge;
mod page;
mod paging;
mod plan;
mod query;
mod settings;
mod shape;
mod shards;
mod sort_digest;
mod sort_key;
mod spec;
#[cfg(test)]
mod testing;

pub use crate::key::range::KeyRange;
#[doc(hidden)]
pub use access::Readable;
pub use access::{Access, At, ByKey, Is, Strong, Whole};
#[cfg(feature = "client")]
pub(crate) use classifier::{Classifier, table_key};
#[cfg(feature = "client")]
pub(crate) use cursor::After;
pub use cursor::{Cursor, CursorKeys, IntoCursor};
pub use direction::Direction;
pub use find::Find;
pub use interval::{Interval, SortCondition};
pub use lane::{Generation, Group, Lane};
#[cfg(feature = "client")]
pub(crate) use merge::Entry;
pub use page::{Count, FailedLane, Page, PartialPage, Stats};
#[cfg(feature = "client")]
pub(crate) use paging::{Aim, Classified, Classify, Fetched, LaneRequest, Paging, Reached, Step};
pub use plan::{Estimate, Plan};
pub use query::Query;
pub(crate) use settings::query_settings;
pub use shape::{
    BucketRange, Bucketed, During, End, HashArgs, HashFields, HashSharded, Hashed, NoBucket, NoHash, Open, OpenText,
    Part, Shape,
};
#[cfg(feature = "client")]
pub(crate) use shards::Shards;
pub(crate) use spec::{QuerySpec, SharedSpec, SortBound};
