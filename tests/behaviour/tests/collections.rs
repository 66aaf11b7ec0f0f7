//! Several entities under one partition key, read by one query.

#[path = "collections/assembly.rs"]
mod assembly;
#[path = "collections/bad_input.rs"]
mod bad_input;
#[path = "collections/bounds.rs"]
mod bounds;
#[path = "collections/buckets.rs"]
mod buckets;
#[path = "collections/design.rs"]
mod design;
#[path = "collections/failing_lanes.rs"]
mod failing_lanes;
#[path = "collections/few_values.rs"]
mod few_values;
#[path = "collections/indexes.rs"]
mod indexes;
#[path = "collections/monitored.rs"]
mod monitored;
#[path = "collections/older_keys.rs"]
mod older_keys;
#[path = "collections/older_shards.rs"]
mod older_shards;
#[path = "collections/one_partition.rs"]
mod one_partition;
#[path = "collections/ranges.rs"]
mod ranges;
#[path = "collections/shards.rs"]
mod shards;
#[path = "collections/undiscriminated.rs"]
mod undiscriminated;
#[path = "collections/unknown.rs"]
mod unknown;
#[path = "collections/walks.rs"]
mod walks;
