//! Hot keys: skewed loads through a handle, on the embedded engine with partitions and a paused clock.

mod design;
mod fleet;
mod reads;
mod throttled;
mod writes;
