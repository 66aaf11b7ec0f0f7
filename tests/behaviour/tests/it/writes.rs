//! Writes, and reads by key, on the embedded engine.

mod attributes;
mod batch_deletes;
mod batch_gets;
mod batches;
pub mod design;
mod keys;
mod lost_answers;
mod puts;
mod random_shards;
mod unprocessed_items;
