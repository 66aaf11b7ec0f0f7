//! What a DynamoDB partition can carry, in numbers.
//!
//! Published limits, the prices of reads and writes in capacity units, the size of an item, the number
//! of shards a load needs, how many items to ask of each, and what keys carry before their partitions split.
//! The compile-time checks, the planner, the generated documents and the simulator all call these functions, so
//! they agree by construction. [`plan`](plan::plan) puts them together.
//!
//! Every function is a `const fn`, but those of [`skew`] and [`expression`], and needs nothing but the language.
//!
//! ```
//! use keywright::physics::{capacity, shards};
//!
//! const UNITS: u64 = capacity::write_units(700);
//! const SHARDS: u64 = shards::shards_for(50_000, UNITS, shards::DEFAULT_TARGET);
//! assert_eq!(SHARDS, 60);
//! ```

pub mod capacity;
pub mod expression;
pub mod fan_out;
pub mod item;
pub mod limits;
pub(crate) mod math;
#[doc(hidden)]
pub mod normal;
pub mod placement;
pub mod plan;
#[doc(hidden)]
pub mod poisson;
pub mod read_cost;
pub mod shards;
#[doc(hidden)]
pub mod skew;
pub mod write_cost;
