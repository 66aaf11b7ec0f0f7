//! Models load: how much a declared peak requires of each partition key, and how much the key can serve.
//!
//! The compile-time checks, the planner, the generated templates and documentation, the simulator and the
//! [`Monitor`](crate::monitor::Monitor)'s advice all call this module, so that their answers agree. It computes
//!
//! - the number of values that a partition key has at one time ([`EntitySchema::spread`]),
//! - the cost of each kind of write for a key ([`EntitySchema::demand`]),
//! - the load of the most frequent value, if its share is declared,
//! - the sums over entities that write to one key, or are read by one,
//! - the units of declared reads ([`EntitySchema::read_units`]),
//! - shards and warm throughput, which are determined together ([`warm_throughput`], [`EntitySchema::pairs`]),
//! - whether a table can be launched at its peak ([`WarmThroughput::throttles_at_launch`]),
//! - the time until an item collection with a local secondary index is full.
//!
//! The numbers come from [`physics`](crate::physics).
//!
//! [`EntitySchema::spread`]: crate::schema::EntitySchema::spread
//! [`EntitySchema::demand`]: crate::schema::EntitySchema::demand
//! [`EntitySchema::read_units`]: crate::schema::EntitySchema::read_units
//! [`EntitySchema::pairs`]: crate::schema::EntitySchema::pairs

mod cardinality;
mod collection;
mod key_load;
mod launch;
mod margin;
mod new_keys;
mod peak_load;
mod placed;
mod placed_reads;
mod placement;
mod quota;
mod read_sums;
mod reads;
mod risk;
mod sentinels;
mod spread;
mod sums;
mod top_share;
mod totals;

pub(crate) use cardinality::KeyCardinality;
pub use cardinality::Span;
pub(crate) use key_load::{KeyLoad, Verdict, carried};
pub(crate) use margin::{Shortage, rounded_shards};
pub(crate) use peak_load::{KindLoad, PeakLoad};
pub use placement::{WarmThroughput, warm_throughput};
pub(crate) use quota::{
    reads_exceed_quota, reads_share_partitions, sum_exceeds_quota, sum_exceeds_quota_at_launch, sum_exceeds_read_quota,
};
pub(crate) use read_sums::{read_sum_at, sharing_readers};
pub use reads::ReadUnits;
pub(crate) use reads::Readers;
pub use risk::{Demand, Risk, Spread};
pub(crate) use sentinels::SentinelLoad;
pub(crate) use spread::{hashed_values, holds, spreads_evenly, stands_whole};
pub(crate) use sums::{Division, Sum, missing_margin_at, part, sharing, sum_at};
pub(crate) use top_share::TopShare;
pub use totals::{PeakUnits, peak_units};
