//! Conditions of writes and filters of queries, on the embedded engine.

mod agreement;
mod design;
mod expression_limits;
mod filters;
mod older_keys;
mod scans;
mod writes;
