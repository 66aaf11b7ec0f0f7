//! Tables that others made: audited without a schema, scaffolded, and read by the source that was written.
//!
//! The source in `generated` is what `scaffold` writes; `UPDATE_EXPECT=1` writes it again. The items are raw: those of
//! the flights as a program without this crate would store them, and those of designs that AWS publishes.

mod events;
mod flights;
mod generated;
mod payments;
mod raw;
mod scanned;
mod social_network;
