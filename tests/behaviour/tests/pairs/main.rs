//! Pairs of features on one field, key or item: what compiles in silence works, or is refused before anything is sent.

mod aliases;
mod counted_parts;
mod created_of_moved;
mod created_over_older;
mod deadlines;
mod equal_times;
mod expired_undecodable;
mod flattened;
mod fractional_ttl;
mod interceptors;
mod inverted;
mod inverted_older;
mod keys_of_buckets;
mod native_buckets;
mod native_forms;
mod native_writes;
mod only_items;
mod partitions_of_table;
mod raw;
mod releases;
mod sets;
mod since_of_index;
mod since_of_local_index;
mod ttl_in_keys;
mod undecodable;
mod wide_numbers;
