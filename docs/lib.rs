//! The code blocks of the guide and of the README, as documentation tests.
//!
//! `cargo test -p keywright-guide` runs every Rust block of every chapter on the embedded engine. Blocks share one
//! edition and have no crate attributes, so that rustdoc compiles them into one binary.

/// One module for each page, so that a failing test names its file and line.
macro_rules! pages {
    ($($name:ident: $path:literal)*) => {
        /// The pages, relative to this crate.
        pub const PAGES: &[&str] = &[$($path),*];

        $(
            #[cfg(doctest)]
            #[doc = include_str!($path)]
            mod $name {}
        )*
    };
}

pages! {
    readme: "../README.md"
    introduction: "src/introduction.md"
    tutorial: "src/tutorial.md"
    keys: "src/concepts/keys.md"
    bytes: "src/concepts/bytes.md"
    buckets: "src/concepts/buckets.md"
    shards: "src/concepts/shards.md"
    indexes: "src/concepts/indexes.md"
    entities: "src/concepts/entities.md"
    absence: "src/concepts/absence.md"
    reading: "src/concepts/reading.md"
    writing: "src/concepts/writing.md"
    errors: "src/concepts/errors.md"
    capacity: "src/concepts/capacity.md"
}
