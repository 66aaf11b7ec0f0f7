//! What must compile and run: `pass/**/*.rs`.
//!
//! Apart from the failing cases: one passing case in the same runner would build them all to the end.

#[test]
fn pass() {
    trybuild::TestCases::new().pass("pass/**/*.rs");
}
