//! Adds to counters in one request, and reads the total over all shards.

mod amount;
mod increment;
mod item;
mod item_keys;
mod lane;
mod partial_total;
mod request;
mod shards;
mod total;

pub(crate) use amount::Amount;
pub use increment::Increment;
pub(crate) use item::{EncodeUncounted, counter_field, encode_uncounted};
pub(crate) use request::{Addition, addition};
pub use shards::{FailedShard, PartialTotal, ShardTotal, Total};
pub use total::Totaling;
