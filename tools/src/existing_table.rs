//! Implements the program `keywright` for existing tables, with the commands `audit`, `audit-merge`, `scaffold` and
//! `step-functions`.
//!
//! The commands need no Rust schema. [`run`] is the whole of its `main`:
//!
//! ```sh
//! aws dynamodb scan --table-name shop --output json | keywright audit
//! keywright audit export/AWSDynamoDB/01234/data --table shop.json --format json --samples 20 --out audit.json
//! keywright scaffold audit.json --out src/shop.rs
//! ```

mod audit;
mod audit_merge;
mod checkpoint;
mod digest;
mod files;
mod manifest;
mod part;
mod progress;
mod read_files;
mod scaffold;
mod step_functions;
#[cfg(feature = "client")]
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::help::Help;

const AUDIT: (&str, &str) =
    ("audit", "audit export/AWSDynamoDB/01234/data --table shop.json --format json --out audit.json");
const AUDIT_MERGE: (&str, &str) = ("audit-merge", "audit-merge 1.part 2.part --format json --out audit.json");
const SCAFFOLD: (&str, &str) = ("scaffold", "scaffold audit.json --out src/shop.rs");
const STEP_FUNCTIONS: (&str, &str) =
    ("step-functions", "step-functions --lambda sweep --read-rate 500 --write-rate 200 --out sweep.json");
const COMPLETION: (&str, &str) = ("completion", "completion bash");

/// The examples of the help.
const HELP: Help = Help { examples: &[AUDIT, AUDIT_MERGE, SCAFFOLD, STEP_FUNCTIONS, COMPLETION], notes: &[] };

/// Audits existing tables, and generates Rust source for them.
#[derive(Debug, Parser)]
#[command(name = "keywright", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Finds the patterns of a table's keys, hot keys and large items, from an export, a scan or keys
    Audit(audit::Arguments),
    /// Merges the parts of an audit that several processes have done, each with `--format part`
    AuditMerge(audit_merge::Arguments),
    /// Writes Rust source for a table: from an audit's JSON, a model of NoSQL Workbench, or CreateTable's input
    Scaffold(scaffold::Arguments),
    /// Writes a state machine of AWS Step Functions that runs the workers of a divided sweep or scan
    StepFunctions(step_functions::Arguments),
    /// Writes a script that completes these commands and options in a shell
    Completion(crate::completion::Arguments),
}

/// Runs the program `keywright` with the program's arguments.
pub fn run() -> ExitCode {
    ended(HELP.parse::<Arguments>().command.run())
}

/// Runs the program `keywright` with the additional command `audit-table`, which scans a table with the AWS SDK.
///
/// Call this from a program of your own, which chooses the SDK's HTTPS client and credentials:
///
/// ```no_run
/// # async fn example(config: aws_sdk_dynamodb::Config) -> std::process::ExitCode {
/// // With the crate aws-config: `aws_sdk_dynamodb::Client::new(&aws_config::load_from_env().await)`
/// let client = aws_sdk_dynamodb::Client::from_conf(config);
/// keywright_tools::existing_table::run_with(client).await
/// # }
/// ```
///
/// ```sh
/// cargo run --bin tables -- audit-table shop --sample 0.01 --rate 100
/// ```
#[cfg(feature = "client")]
pub async fn run_with(client: aws_sdk_dynamodb::Client) -> ExitCode {
    ended(match table::HELP.parse::<table::WithClient>().command {
        // This program has more commands.
        table::Command::OfFiles(Command::Completion(arguments)) => {
            complete(&arguments, table::HELP.command::<table::WithClient>())
        }
        table::Command::OfFiles(command) => command.run(),
        table::Command::AuditTable(arguments) => table::run(&client, &arguments).await,
    })
}

impl Command {
    fn run(self) -> Result<(), String> {
        match self {
            Self::Audit(arguments) => audit::run(&arguments),
            Self::AuditMerge(arguments) => audit_merge::run(&arguments),
            Self::Scaffold(arguments) => scaffold::run(&arguments),
            Self::StepFunctions(arguments) => step_functions::run(&arguments),
            Self::Completion(arguments) => complete(&arguments, HELP.command::<Arguments>()),
        }
    }
}

fn complete(arguments: &crate::completion::Arguments, of: clap::Command) -> Result<(), String> {
    crate::output::write(&arguments.script(of)?, None, false)
}

fn ended(ended: Result<(), String>) -> ExitCode {
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
    use super::*;

    #[test]
    fn each_command_has_an_example_that_parses() {
        crate::help::assert_examples::<Arguments>(&HELP);
    }
}
