//! Tests `cargo keywright` as users run it, in workspaces with a `keywright` that compiles quickly.
//!
//! `examples/cargo_keywright.sh` runs it with the real crates.

mod refusals;
mod runs;
mod workspace;
