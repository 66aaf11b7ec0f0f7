//! The program `keywright`, for tables that exist: `audit` and `scaffold`.
//!
//! It needs no Rust schema. [`run`] is all of its `main`:
//!
//! ```sh
//! aws dynamodb scan --table-name shop --output json | keywright audit
//! keywright audit export/AWSDynamoDB/01234/data --table shop.json --format json --samples 20 --out audit.json
//! keywright scaffold audit.json --out src/shop.rs
//! ```

mod audit;
mod checkpoint;
mod files;
mod output;
mod progress;
mod scaffold;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What is in a table that exists, and Rust source for it.
#[derive(Debug, Parser)]
#[command(name = "keywright", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Finds the patterns of a table's keys, what is hot and what is large, from an export, a scan or keys
    Audit(audit::Arguments),
    /// Writes Rust source for a table: from an audit's JSON, a model of NoSQL Workbench, or CreateTable's input
    Scaffold(scaffold::Arguments),
}

/// Runs the program `keywright` over the program's arguments.
pub fn run() -> ExitCode {
    let ended = match Arguments::parse().command {
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Scaffold(arguments) => scaffold::run(&arguments),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
