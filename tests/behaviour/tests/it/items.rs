//! Items: their encoding, their size, and items that do not decode.

mod encodings;
mod key_fields;
mod limits;
mod names;
mod published;
mod put_back;
mod serde_attributes;
mod sizes;
mod two_ways;
mod undecodable;
