//! Table definitions, what is generated from a schema, and tables that other programs designed.

mod access_patterns;
mod definitions;
mod errors;
mod foreign_designs;
mod generated;
mod write_costs;
