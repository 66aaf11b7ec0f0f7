//! Traps seen in published code: each is sprung by hand first, then shown to be none.

#[path = "traps/cursors.rs"]
mod cursors;
#[allow(dead_code, reason = "the tests of writes use the rest of it")]
#[path = "writes/entities.rs"]
mod entities;
#[allow(dead_code, reason = "the tests of writes use the rest of it")]
#[path = "writes/faults.rs"]
mod faults;
#[path = "traps/hashes.rs"]
mod hashes;
#[path = "traps/leftovers.rs"]
mod leftovers;
#[path = "traps/one_shard.rs"]
mod one_shard;
#[path = "traps/prefixes.rs"]
mod prefixes;
#[path = "traps/separators.rs"]
mod separators;
#[path = "traps/spelling.rs"]
mod spelling;
#[path = "traps/stale_indexes.rs"]
mod stale_indexes;
#[allow(dead_code, reason = "the tests of patterns use the rest of it")]
#[path = "patterns/stored.rs"]
mod stored;
