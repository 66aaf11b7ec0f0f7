//! Which key is hot: skewed loads through a handle, on the embedded engine with partitions and a paused clock.

#[path = "monitor/design.rs"]
mod design;
#[path = "monitor/fleet.rs"]
mod fleet;
#[path = "monitor/reads.rs"]
mod reads;
#[path = "monitor/throttled.rs"]
mod throttled;
#[path = "monitor/writes.rs"]
mod writes;
