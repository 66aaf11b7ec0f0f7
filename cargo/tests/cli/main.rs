//! `cargo keywright` as a user meets it, in workspaces whose `keywright` compiles at once.
//!
//! `examples/cargo_keywright.sh` runs it with the real crates.

mod refusals;
mod runs;
mod workspace;
