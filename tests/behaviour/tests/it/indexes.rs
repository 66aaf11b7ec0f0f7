//! Secondary indexes: local ones, sparse ones, and several entities in one.

mod local;
mod local_design;
mod several;
mod several_design;
mod shared;
mod sparse;
mod stale_keys;
mod updates;
