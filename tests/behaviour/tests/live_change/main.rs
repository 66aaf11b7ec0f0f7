//! Changes of a table's keys while releases before and after the change run side by side, on the embedded engine.

mod plan;
mod rekey;
mod releases;
mod rollout;
mod two_releases;
