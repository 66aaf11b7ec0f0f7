//! Scans, and updates and deletes of each item, on the embedded engine.

mod any_update;
mod deletes;
mod design;
mod errors;
mod exactness;
mod failures;
mod indexes;
mod local_indexes;
mod lost_answers;
mod moving;
mod older_and_counted;
mod older_copies;
mod other_writers;
mod rates;
mod resumed;
mod resumed_sweeps;
mod streams;
mod updates;
