//! What a schema must do, from the specification alone: which item a value is stored as, what a query returns, and what
//! a write changes.
//!
//! Nothing here calls keywright.
//!
//! Expected items are DynamoDB's JSON, with two more types of attributes: `{"$any": [..]}` is one of these values,
//! `{"$now": ..}` a time during the run of the program, `{"$like": ..}` a text with such a time, and `{"$id": ..}` the
//! id of a write.

pub mod item;
pub mod query;
pub mod write;
