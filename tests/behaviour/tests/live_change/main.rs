//! Changes of a table's keys with concurrent releases from before and after the change, on the embedded engine.

mod plan;
mod rekey;
mod releases;
mod rollout;
mod two_releases;
