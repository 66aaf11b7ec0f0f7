//! Updates: one item, field by field, and every key that follows.

#[path = "updates/bad_input.rs"]
mod bad_input;
#[path = "updates/conditions.rs"]
mod conditions;
#[path = "updates/design.rs"]
mod design;
#[path = "updates/index_keys.rs"]
mod index_keys;
#[path = "updates/lossy_keys.rs"]
mod lossy_keys;
#[path = "updates/lost_answers.rs"]
mod lost_answers;
#[path = "updates/managed.rs"]
mod managed;
#[path = "updates/moves.rs"]
mod moves;
#[path = "updates/older_keys.rs"]
mod older_keys;
#[path = "updates/operations.rs"]
mod operations;
#[path = "updates/random_shards.rs"]
mod random_shards;
#[path = "updates/recomputed.rs"]
mod recomputed;
#[path = "updates/requests.rs"]
mod requests;
#[path = "updates/tagged.rs"]
mod tagged;
#[path = "updates/upserts.rs"]
mod upserts;
