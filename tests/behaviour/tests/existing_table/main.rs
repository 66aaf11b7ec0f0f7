//! Tables of other programs: audited without a schema, scaffolded, and read by the generated source.
//!
//! The source in `generated` is the output of `scaffold`; `UPDATE_EXPECT=1` rewrites it. The items are raw: those of
//! the flights as a program without this crate would store them, and those of designs that AWS publishes.

mod events;
mod flights;
mod generated;
mod payments;
mod raw;
mod reserved_names;
mod scanned;
mod social_network;
