//! Secondary indexes: local ones, sparse ones, and several entities in one.

#[path = "indexes/local.rs"]
mod local;
#[path = "indexes/local_design.rs"]
mod local_design;
#[path = "indexes/several.rs"]
mod several;
#[path = "indexes/several_design.rs"]
mod several_design;
#[path = "indexes/shared.rs"]
mod shared;
#[path = "indexes/sparse.rs"]
mod sparse;
