//! Updates of one item, field by field, with every key that depends on the fields.

mod conditions;
mod design;
mod errors;
mod index_keys;
mod lossy_keys;
mod lost_answers;
mod managed;
mod moves;
mod native_keys;
mod older_keys;
mod operations;
mod patches;
mod random_shards;
mod recomputed;
mod requests;
mod tagged;
mod upserts;
