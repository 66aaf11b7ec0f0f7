//! Items under the keys of earlier designs: how reads find them, and how writes move them.

mod agreeing_shards;
mod coarser_keys;
mod combined;
mod design_versions;
mod growing_shards;
mod growth_instants;
mod indexes;
mod move_races;
mod moves;
mod shared_partition_keys;
mod stray_keys;
