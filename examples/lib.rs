//! Runnable designs: `cargo run --example flights`, `cargo run --example platform` and `cargo run --example survive`.
//! Published single-table designs: `cargo run --example ecommerce`, `version_control`, `deals` and `session_store`.
