//! Counters: exact under concurrency, honest where an answer is lost or a shard cannot be read.

mod dead_shard;
mod design;
mod documented;
mod gaps;
mod growing;
mod increments;
mod items;
mod lost_answers;
mod older_keys;
mod ranges;
mod throttles;
