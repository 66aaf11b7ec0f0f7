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
#[path = "projections/hydration.rs"]
mod hydration;
#[path = "projections/mixed.rs"]
mod mixed;
#[path = "projections/native.rs"]
mod native;
#[path = "projections/queries.rs"]
mod queries;
#[path = "projections/recovered.rs"]
mod recovered;
