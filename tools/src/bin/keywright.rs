//! Audits and scaffolds tables that exist.

use std::process::ExitCode;

fn main() -> ExitCode {
    keywright_tools::existing_table::run()
}
