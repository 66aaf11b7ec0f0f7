//! The patterns of DynamoDB designs, each as a user writes it, on the embedded engine.

#[path = "patterns/accepted_key.rs"]
mod accepted_key;
#[path = "patterns/agreeing_shards.rs"]
mod agreeing_shards;
#[path = "patterns/audit.rs"]
mod audit;
#[path = "patterns/calculated_shards.rs"]
mod calculated_shards;
#[path = "patterns/coarser_keys.rs"]
mod coarser_keys;
#[path = "patterns/constant_key.rs"]
mod constant_key;
#[path = "patterns/daily_buckets.rs"]
mod daily_buckets;
#[path = "patterns/growing_shards.rs"]
mod growing_shards;
#[path = "patterns/growth_instants.rs"]
mod growth_instants;
#[path = "patterns/monthly_buckets.rs"]
mod monthly_buckets;
#[path = "patterns/moving_keys.rs"]
mod moving_keys;
#[path = "patterns/moving_races.rs"]
mod moving_races;
#[path = "patterns/older_keys.rs"]
mod older_keys;
#[path = "patterns/older_keys_in_indexes.rs"]
mod older_keys_in_indexes;
#[path = "patterns/platform.rs"]
mod platform;
#[path = "patterns/random_shards.rs"]
mod random_shards;
#[path = "patterns/sent.rs"]
mod sent;
#[path = "patterns/stored.rs"]
mod stored;
#[path = "patterns/table.rs"]
mod table;
#[path = "patterns/write_costs.rs"]
mod write_costs;
