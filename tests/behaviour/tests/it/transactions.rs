//! Transactions over several entities, of writes and of reads, on the embedded engine.

mod actions;
mod answers;
mod conditions;
mod design;
mod increments;
mod limits;
mod monitored;
mod older_keys;
mod reads;
mod reasons;
mod repetitions;
mod tokens;
mod transfers;
mod updates;
