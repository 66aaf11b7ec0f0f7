//! What must not compile, and what the compiler then says: `fail/**/*.rs` with their `.stderr`.
//!
//! `TRYBUILD=overwrite cargo test -p keywright-ui-tests --test fail` writes the `.stderr` anew; read them.

#[test]
fn fail() {
    trybuild::TestCases::new().compile_fail("fail/**/*.rs");
}
