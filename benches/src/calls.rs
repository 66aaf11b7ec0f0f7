//! Measures what single calls cost the client, by hand on the SDK and by libraries, on answers from memory.
//!
//! Nothing waits, so only the client's own work is measured: serialization, the SDK and its signature.

pub mod answers;
pub mod bench;
pub mod by_hand;
pub mod implementation;
pub mod lanes;
pub mod measure;
pub mod options;
pub mod ours;
pub mod record;
pub mod request;
pub mod row;
pub mod shop;
pub mod subject;
