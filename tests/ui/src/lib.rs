//! What the compiler says when it refuses; apart from the SDK, because trybuild builds every dependency again

/// A program of `tests/pass` as a part of a library, where the lints on what is public apply, and clippy's.
#[deny(unreachable_pub, unnameable_types, clippy::all, clippy::pedantic)]
#[path = "../tests/pass/names_and_lints.rs"]
pub mod names_and_lints;
