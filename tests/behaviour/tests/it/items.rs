//! Items: their encoding, their size, and what does not decode.

mod encodings;
mod limits;
mod names;
mod serde_attributes;
mod sizes;
mod two_ways;
mod undecodable;
