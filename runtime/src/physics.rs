//! Computes what DynamoDB partitions can serve, and what reads and writes cost.
//!
//! This module contains the published [limits], the cost of reads and writes in capacity units, the number of shards
//! that a load needs, and the read cost of a design. The compile-time checks, the planner, the generated documents and
//! the simulator all call these functions, so that their numbers agree. [`plan`](fn@plan) combines them.
//!
//! Every function is a `const fn`, except for those of [`Zipf`].
//!
//! ```
//! use keywright::physics::{DEFAULT_TARGET, shards_for, write_units};
//!
//! const UNITS: u64 = write_units(700);
//! const SHARDS: u64 = shards_for(50_000, UNITS, DEFAULT_TARGET);
//! assert_eq!(SHARDS, 60);
//! ```
//!
//! Modules that are hidden in the documentation are for `keywright-local` and `keywright-tools`, and can change in any
//! release.

#[doc(hidden)]
pub mod capacity;
#[doc(hidden)]
pub mod expression;
#[doc(hidden)]
pub mod fan_out;
#[doc(hidden)]
pub mod item;
pub mod limits;
pub(crate) mod math;
#[doc(hidden)]
pub mod normal;
#[doc(hidden)]
pub mod placement;
#[doc(hidden)]
pub mod plan;
#[doc(hidden)]
pub mod poisson;
#[doc(hidden)]
pub mod read_cost;
#[doc(hidden)]
pub mod shards;
#[doc(hidden)]
pub mod skew;
#[doc(hidden)]
pub mod worst_page;
#[doc(hidden)]
pub mod write_cost;

pub use capacity::{
    Consistency, failed_condition_units, query_units, read_units, transaction_read_units, transaction_write_units,
    write_units,
};
pub use placement::Pair;
pub use plan::{ShardPlan, plan};
pub use read_cost::ReadCost;
pub use shards::{DEFAULT_TARGET, WriteClass, shards_for, shards_for_mix};
pub use skew::Zipf;
pub use worst_page::WorstPage;
pub use write_cost::{WriteCall, WriteCost};
