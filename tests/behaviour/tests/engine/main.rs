//! The embedded engine: its answers, its partitions, its faults, and simulations of designs on it.
//!
//! These tests are not in the engine's crate, because that one is compiled with optimizations.

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
