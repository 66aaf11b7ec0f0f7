//! Conditions of writes and filters of queries, on the embedded engine.

#[path = "conditions/agreement.rs"]
mod agreement;
#[path = "conditions/filters.rs"]
mod filters;
#[path = "conditions/older_keys.rs"]
mod older_keys;
#[path = "conditions/scans.rs"]
mod scans;
#[path = "conditions/shop.rs"]
mod shop;
#[path = "conditions/writes.rs"]
mod writes;
