//! Parts of items, whole items for partial index entries, and items of several entities by their keys.

mod batch_gets;
mod cuts;
mod design;
mod errors;
mod gets;
mod hydrated_streams;
mod hydration;
mod mixed;
mod native;
mod older_copies;
mod orders;
mod queries;
mod recovered;
