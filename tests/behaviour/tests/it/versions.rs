//! Optimistic locks: a put follows the version that was read, or says which one is there.

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
