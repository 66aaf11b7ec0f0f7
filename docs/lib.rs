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
    how_to_index: "src/how-to/index.md"
    constant_key: "src/how-to/constant-key.md"
    daily_bucket: "src/how-to/daily-bucket.md"
    index_across_buckets: "src/how-to/index-across-buckets.md"
    accepted_hot_key: "src/how-to/accepted-hot-key.md"
    shard_spellings: "src/how-to/shard-spellings.md"
    calculated_shard: "src/how-to/calculated-shard.md"
    index_over_hours: "src/how-to/index-over-hours.md"
    how_to_sharded_index: "src/how-to/sharded-index.md"
    counter: "src/how-to/counter.md"
    audit: "src/how-to/audit.md"
    older_items: "src/how-to/older-items.md"
    shard_count: "src/how-to/shard-count.md"
    random_or_hash: "src/how-to/random-or-hash.md"
    hot_key: "src/how-to/hot-key.md"
    simulate: "src/how-to/simulate.md"
    throttling: "src/how-to/throttling.md"
    infrastructure: "src/how-to/infrastructure.md"
    production: "src/how-to/production.md"
    iam: "src/how-to/iam.md"
    workbench: "src/how-to/workbench.md"
    large_items: "src/how-to/large-items.md"
    unique: "src/how-to/unique.md"
    versions: "src/how-to/versions.md"
    expiry: "src/how-to/expiry.md"
    new_types: "src/how-to/new-types.md"
    testing: "src/how-to/testing.md"
    changing_a_live_table: "src/how-to/changing-a-live-table.md"
    many_workers: "src/how-to/many-workers.md"
    existing_table: "src/how-to/existing-table.md"
    web_service: "src/how-to/web-service.md"
    stream_consumer: "src/how-to/stream-consumer.md"
    operating: "src/how-to/operating.md"
    attributes: "src/reference/attributes.md"
    placeholders: "src/reference/placeholders.md"
    rules: "src/reference/rules.md"
    cli: "src/reference/cli.md"
    key_bytes: "src/reference/key-bytes.md"
    features: "src/reference/features.md"
    limits: "src/reference/limits.md"
    comparison: "src/comparison.md"
    migrate_modyne: "src/migrate-modyne.md"
    migrate_hand_written: "src/migrate-hand-written.md"
}
