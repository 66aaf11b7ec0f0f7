//! Reads of random designs under random faults return the stored items.

mod bounds;
mod design;
mod faults;
mod sdk_settings;
mod walks;
