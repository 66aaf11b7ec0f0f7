//! Optimistic locks: a put requires the version that was read, or reports the stored one.

mod conflicts;
mod deletes;
mod design;
mod errors;
mod expired;
mod in_sweeps;
mod in_transactions;
mod lost_answers;
mod moves;
mod older_items;
mod older_keys;
mod races;
mod with_conditions;
