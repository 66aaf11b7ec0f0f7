//! The checks across entities of two crates run where the list is: `fail/*.rs` with their `.stderr`.
//!
//! `TRYBUILD=overwrite cargo test -p keywright-crates-above --test fail` writes the `.stderr` again; read them.

#[test]
fn fail() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}
