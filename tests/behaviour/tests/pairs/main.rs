//! Pairs of features on one field, key or item: what compiles in silence works, or is refused before anything is sent.

mod aliases;
mod ttl_in_keys;
