//! Tests that these programs do not compile, and the compiler's messages: `fail/**/*.rs` and `practice/wrong/*.rs` with
//! their `.stderr`.
//!
//! `TRYBUILD=overwrite cargo test -p keywright-ui-tests --test fail` rewrites the `.stderr` files. Review them.

#[test]
fn fail() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/**/*.rs");
    cases.compile_fail("practice/wrong/*.rs");
}
