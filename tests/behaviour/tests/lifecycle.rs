//! What fields say of their item's life, on the embedded engine: `ttl`, `created`, `updated`; and what `sensitive` hides.

#[path = "lifecycle/bad_input.rs"]
mod bad_input;
#[path = "lifecycle/combined.rs"]
mod combined;
#[path = "lifecycle/design.rs"]
mod design;
#[path = "lifecycle/expired.rs"]
mod expired;
#[path = "lifecycle/expired_conditions.rs"]
mod expired_conditions;
#[path = "lifecycle/expired_parts.rs"]
mod expired_parts;
#[path = "lifecycle/expired_scans.rs"]
mod expired_scans;
#[path = "lifecycle/expired_transactions.rs"]
mod expired_transactions;
#[path = "lifecycle/expired_writes.rs"]
mod expired_writes;
#[path = "lifecycle/forms.rs"]
mod forms;
#[path = "lifecycle/infrastructure.rs"]
mod infrastructure;
#[path = "lifecycle/older_items.rs"]
mod older_items;
#[path = "lifecycle/older_keys.rs"]
mod older_keys;
#[path = "lifecycle/secrets.rs"]
mod secrets;
#[path = "lifecycle/secrets_design.rs"]
mod secrets_design;
#[path = "lifecycle/secrets_in_bulk.rs"]
mod secrets_in_bulk;
#[path = "lifecycle/shared_keys.rs"]
mod shared_keys;
#[path = "lifecycle/times.rs"]
mod times;
#[path = "lifecycle/times_in_bulk.rs"]
mod times_in_bulk;
#[path = "lifecycle/times_of_counters.rs"]
mod times_of_counters;
#[path = "lifecycle/updates.rs"]
mod updates;
#[path = "lifecycle/upserts.rs"]
mod upserts;
