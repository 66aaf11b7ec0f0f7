//! Tests of compiler messages, in a crate without the SDK, because trybuild rebuilds every dependency.

/// A program of `tests/pass` as part of a library, where clippy's lints and those on public items apply.
#[deny(unreachable_pub, unnameable_types, clippy::all, clippy::pedantic)]
#[path = "../tests/pass/names_and_lints.rs"]
pub mod names_and_lints;
