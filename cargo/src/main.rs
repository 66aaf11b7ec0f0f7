//! `cargo keywright`

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_keywright::run()
}
