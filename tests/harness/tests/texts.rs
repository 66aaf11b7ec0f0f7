//! Tests every kind of text from outside: no text causes a panic or a hang, and each is a value that round-trips or a
//! clear error.
//!
//! `corpus/<kind>` contains texts of each kind: valid ones of every version, damaged ones, and hostile ones. A test
//! reads each file, and the property tests read mutations of the files: flipped bits, truncations, splices and
//! duplications. `cargo run -p keywright-harness --example corpus` adds the current version's valid cursors and
//! checkpoints to the older ones.

#[path = "texts/checkpoints.rs"]
mod checkpoints;
#[path = "texts/corpus.rs"]
mod corpus;
#[path = "texts/cursors.rs"]
mod cursors;
#[path = "texts/locks.rs"]
mod locks;
#[path = "texts/mutations.rs"]
mod mutations;
#[path = "texts/requests.rs"]
mod requests;
#[path = "texts/streams.rs"]
mod streams;
