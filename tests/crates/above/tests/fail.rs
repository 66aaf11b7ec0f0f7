//! Tests that the checks across entities of two crates run in the crate of the list: `fail/*.rs` with their `.stderr`.
//!
//! `TRYBUILD=overwrite cargo test -p keywright-crates-above --test fail` rewrites the `.stderr` files. Review them.

#[test]
fn fail() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}
