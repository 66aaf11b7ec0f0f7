//! The memory of a monitor, counted: at most 100 KB, however many and however long the keys are.

#[path = "monitor_memory/bound.rs"]
mod bound;
