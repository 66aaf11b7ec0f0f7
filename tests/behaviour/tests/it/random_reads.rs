//! Reads of random designs under random faults return what is stored.

mod bounds;
mod design;
mod faults;
mod sdk_settings;
mod walks;
