//! What must not compile, and what the compiler then says: `fail/**/*.rs` and `practice/wrong/*.rs` with their
//! `.stderr`.
//!
//! `TRYBUILD=overwrite cargo test -p keywright-ui-tests --test fail` writes the `.stderr` again; read them.

#[test]
fn fail() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/**/*.rs");
    cases.compile_fail("practice/wrong/*.rs");
}
