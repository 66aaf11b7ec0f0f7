//! Counters: exact under concurrency, and explicit about lost responses and unreadable shards.

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
