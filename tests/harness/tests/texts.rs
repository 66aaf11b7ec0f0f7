//! Every text that comes from outside: none panics, none hangs, and each is a value that round-trips or a clear error.
//!
//! `corpus/<kind>` holds texts of each kind: valid ones of every version, damaged ones, and hostile ones. Each file is
//! read by a test, and the property tests read mutations of the files: flipped bits, truncations, splices and
//! duplications. `cargo run -p keywright-harness --example corpus` writes the valid cursors and checkpoints of today's
//! version in addition to the older ones.

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
