//! Parts of items, whole items for what an index holds in part, and items of several entities by their keys.

#[path = "projections/bad_input.rs"]
mod bad_input;
#[path = "projections/batch_gets.rs"]
mod batch_gets;
#[path = "projections/cuts.rs"]
mod cuts;
#[path = "projections/design.rs"]
mod design;
#[path = "projections/gets.rs"]
mod gets;
#[path = "projections/hydrated_streams.rs"]
mod hydrated_streams;
#[path = "projections/hydration.rs"]
mod hydration;
#[path = "projections/mixed.rs"]
mod mixed;
#[path = "projections/native.rs"]
mod native;
#[path = "projections/older_copies.rs"]
mod older_copies;
#[path = "projections/orders.rs"]
mod orders;
#[path = "projections/queries.rs"]
mod queries;
#[path = "projections/recovered.rs"]
mod recovered;
