//! Counters: exact under concurrency, honest where an answer is lost or a shard cannot be read.

#[path = "counters/dead_shard.rs"]
mod dead_shard;
#[path = "counters/design.rs"]
mod design;
#[path = "counters/documented.rs"]
mod documented;
#[path = "counters/gaps.rs"]
mod gaps;
#[path = "counters/growing.rs"]
mod growing;
#[path = "counters/increments.rs"]
mod increments;
#[path = "counters/items.rs"]
mod items;
#[path = "counters/lost_answers.rs"]
mod lost_answers;
#[path = "counters/older_keys.rs"]
mod older_keys;
#[path = "counters/ranges.rs"]
mod ranges;
#[path = "counters/throttles.rs"]
mod throttles;
