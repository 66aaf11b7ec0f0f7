//! What a careless or hostile caller does: every answer is right, or an error that says what and where.

#[path = "bad_input/cursors.rs"]
mod cursors;
#[path = "bad_input/design.rs"]
mod design;
#[path = "bad_input/expressions.rs"]
mod expressions;
#[path = "bad_input/items.rs"]
mod items;
#[path = "bad_input/keys.rs"]
mod keys;
#[path = "bad_input/queries.rs"]
mod queries;
#[path = "bad_input/reads.rs"]
mod reads;
#[path = "bad_input/shared_keys.rs"]
mod shared_keys;
#[path = "bad_input/stored.rs"]
mod stored;
#[path = "bad_input/tables.rs"]
mod tables;
