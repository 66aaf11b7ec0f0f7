//! Bringing older items to today's schema, on the embedded engine.

#[path = "backfill/checkpoints.rs"]
mod checkpoints;
#[path = "backfill/conflicts.rs"]
mod conflicts;
#[path = "backfill/derived.rs"]
mod derived;
#[path = "backfill/design.rs"]
mod design;
#[path = "backfill/failures.rs"]
mod failures;
#[path = "backfill/indexes.rs"]
mod indexes;
#[path = "backfill/older_keys.rs"]
mod older_keys;
#[path = "backfill/random_items.rs"]
mod random_items;
#[path = "backfill/rates.rs"]
mod rates;
