//! Scans, and the updates and deletes of each item, on the embedded engine.

#[path = "scans/any_update.rs"]
mod any_update;
#[path = "scans/bad_input.rs"]
mod bad_input;
#[path = "scans/deletes.rs"]
mod deletes;
#[path = "scans/design.rs"]
mod design;
#[path = "scans/exactness.rs"]
mod exactness;
#[path = "scans/failures.rs"]
mod failures;
#[path = "scans/indexes.rs"]
mod indexes;
#[path = "scans/local_indexes.rs"]
mod local_indexes;
#[path = "scans/lost_answers.rs"]
mod lost_answers;
#[path = "scans/moving.rs"]
mod moving;
#[path = "scans/older_and_counted.rs"]
mod older_and_counted;
#[path = "scans/older_copies.rs"]
mod older_copies;
#[path = "scans/other_writers.rs"]
mod other_writers;
#[path = "scans/rates.rs"]
mod rates;
#[path = "scans/resumed.rs"]
mod resumed;
#[path = "scans/resumed_sweeps.rs"]
mod resumed_sweeps;
#[path = "scans/streams.rs"]
mod streams;
#[path = "scans/updates.rs"]
mod updates;
