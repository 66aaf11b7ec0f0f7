//! Keys of designs: buckets, shards, delimiters, and the values that a key can hold.

mod accepted_hot_key;
mod calculated_shards;
mod civil_times;
mod constant_key;
mod daily_buckets;
mod hash_signs;
mod monthly_buckets;
mod newtypes;
mod prefixes;
mod random_shards;
mod separators;
mod shard_spelling;
mod times_of_other_languages;
mod value_limits;
