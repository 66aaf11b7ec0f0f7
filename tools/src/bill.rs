//! Computes what a table costs in a month, from its declared peaks and means, and what a change of the schema costs.
//!
//! The plan, the documentation and the comparison with a lock call one function, so that their amounts agree. Units
//! come from [`keywright::load`]. Prices come from a file of the user, in its own Region and currency.
//!
//! # What is counted
//!
//! - The declared writes by kind, with those of index entries and sentinels, and the declared reads, at the mean: the
//!   `mean` or `per_month` of an entity's peak. An entity without either counts with its peak, as if it lasted all
//!   month: an upper bound, and every rendering says so.
//! - The storage of the first month at its end: creates less deletes. Each item and each index entry has [100 bytes
//!   more](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html) than its
//!   size. The items of an entity with a TTL attribute live as long as the `retention` of the table's key, if it
//!   declares one. Items that do not expire make the storage grow without bound.
//! - The warm throughput that the generated templates request, above that of a new on-demand table, which AWS
//!   [charges](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html) once.
//! - Replicas: each Region stores the table, is written at the full rate, and gets the warm throughput. Entries of
//!   indexes count as write units in each Region, and items as replicated ones: an assumption. An item that TTL deletes
//!   costs nothing in one Region and [a replicated
//!   write](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-global-table-design.prescriptive-guidance.throughput.html)
//!   in each other one, here as many units as its create.
//!
//! Not counted: free tiers, reads before writes, failed and repeated requests, the storage of sentinels and of what is
//! already stored, backups, streams, and data transfer.

mod difference;
mod load;
mod month;
mod text;

pub(crate) use difference::difference;
pub use difference::{CostChange, Difference};
pub(crate) use load::{Load, Loads, Rate, Warm};
pub(crate) use month::month;
pub use month::{KeyMonth, Month, Storage, WarmMonth};
pub(crate) use text::money;

#[cfg(test)]
mod tests;
