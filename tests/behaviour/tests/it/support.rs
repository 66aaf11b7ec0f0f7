//! Shared code for tests of several features: designs, faults, and recorders.

pub mod create_table;
pub mod faults;
pub mod interceptor;
pub mod metrics;
pub mod platform;
pub mod random;
pub mod shop;
pub mod spans;
pub mod stored;
pub mod subscriber;
pub mod time;
