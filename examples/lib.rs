//! Runnable designs: `cargo run --example flights`, `cargo run --example platform`, `cargo run --example survive`.
