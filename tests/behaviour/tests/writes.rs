//! Writing, and reading by key, on the embedded engine.

#[path = "writes/attributes.rs"]
mod attributes;
#[path = "writes/batch_deletes.rs"]
mod batch_deletes;
#[path = "writes/batch_gets.rs"]
mod batch_gets;
#[path = "writes/batches.rs"]
mod batches;
#[path = "writes/entities.rs"]
mod entities;
#[path = "writes/faults.rs"]
mod faults;
#[path = "writes/keys.rs"]
mod keys;
#[path = "writes/lost_answers.rs"]
mod lost_answers;
#[path = "writes/puts.rs"]
mod puts;
#[path = "writes/random_shards.rs"]
mod random_shards;
#[path = "writes/tables.rs"]
mod tables;
