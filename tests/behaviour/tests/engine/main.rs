//! The embedded engine: its answers, its partitions, its faults, and simulations of designs on it.
//!
//! These tests stand apart from its crate, which is compiled with optimizations: they are not.

mod errors;
mod faults;
mod lifetime;
mod partitions;
mod paused_clock;
mod round_trips;
mod server;
mod simulate;
mod table;
mod ties;
