//! Runnable designs: `cargo run --example flights`, `cargo run --example platform`, `cargo run --example survive`, and
//! published single-table designs: `cargo run --example ecommerce`, `version_control`, `deals`, `session_store`.
