//! The measured memory of a monitor: at most 100 KB, for any number and length of keys.

#[path = "monitor_memory/bound.rs"]
mod bound;
