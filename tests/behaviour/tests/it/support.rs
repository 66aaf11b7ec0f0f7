//! What tests of several features share: designs, faults, and recorders.

pub mod create_table;
pub mod faults;
pub mod platform;
pub mod shop;
pub mod spans;
pub mod stored;
