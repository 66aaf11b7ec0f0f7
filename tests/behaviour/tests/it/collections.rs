//! Several entities under one partition key, read in one query.

mod assembly;
mod bounds;
mod buckets;
mod design;
mod errors;
mod failing_lanes;
mod few_values;
mod indexes;
mod monitored;
mod older_keys;
mod older_shards;
mod one_partition;
mod ranges;
mod shards;
mod undiscriminated;
mod unknown;
mod walks;
