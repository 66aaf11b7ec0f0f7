//! Backfills of older items to the current schema, on the embedded engine.

mod checkpoints;
mod conflicts;
mod derived;
mod design;
mod failures;
mod indexes;
mod older_keys;
mod random_items;
mod rates;
