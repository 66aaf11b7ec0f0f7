//! Options of fields for the life of their item, on the embedded engine: `ttl`, `created`, `updated`; and the values
//! that `sensitive` hides.

mod combined;
mod design;
mod errors;
mod expired;
mod expired_conditions;
mod expired_parts;
mod expired_scans;
mod expired_transactions;
mod expired_writes;
mod forms;
mod infrastructure;
mod older_items;
mod older_keys;
mod shared_keys;
mod times;
mod times_in_bulk;
mod times_of_counters;
mod updates;
mod upserts;
