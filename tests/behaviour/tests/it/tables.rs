//! Table definitions, files generated from a schema, and tables designed by other programs.

mod access_patterns;
mod definitions;
mod errors;
mod foreign_designs;
mod generated;
mod strong_regions;
mod write_costs;
