//! Optimistic locks: a put follows the version that was read, or says which one is there.

#[path = "versions/bad_input.rs"]
mod bad_input;
#[path = "versions/conflicts.rs"]
mod conflicts;
#[path = "versions/deletes.rs"]
mod deletes;
#[path = "versions/design.rs"]
mod design;
#[path = "versions/expired.rs"]
mod expired;
#[path = "versions/in_sweeps.rs"]
mod in_sweeps;
#[path = "versions/in_transactions.rs"]
mod in_transactions;
#[path = "versions/lost_answers.rs"]
mod lost_answers;
#[path = "versions/moves.rs"]
mod moves;
#[path = "versions/older_items.rs"]
mod older_items;
#[path = "versions/older_keys.rs"]
mod older_keys;
#[path = "versions/races.rs"]
mod races;
#[path = "versions/with_conditions.rs"]
mod with_conditions;
