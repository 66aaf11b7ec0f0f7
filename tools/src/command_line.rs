//! A command line of the user's own.

use std::{fs, io, io::Write, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand, ValueEnum};
use keywright::{Schema, Table};

use crate::{
    access_patterns, cloudformation, create_table,
    lock::{self, Lock},
    plan,
};

/// What a keywright schema says about its table.
#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    /// Write into this file instead of the terminal
    #[arg(long, global = true)]
    out: Option<PathBuf>,
    /// Write nothing, and fail if the file says something else
    #[arg(long, global = true)]
    check: bool,
    /// The table's name in commands and templates; else the schema's
    #[arg(long, global = true)]
    table_name: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Every access pattern: its key, its lanes, its cost, its risk
    Docs {
        /// How it is written
        #[arg(long, default_value = "markdown")]
        format: Format,
    },
    /// The input of CreateTable, for `aws dynamodb create-table --cli-input-json`
    CreateTable,
    /// A CloudFormation template
    Cloudformation,
    /// keywright.lock, or the file that --out names: what decides the bytes of keys, and what a change does to old items
    Lock {
        /// Write the lock although old items stay unreadable, and keep this reason in it
        #[arg(long, value_name = "REASON", conflicts_with = "check")]
        accept: Option<String>,
    },
    /// What the declared peaks ask of each key: units, shards, reads, and what it carries before splits
    Plan {
        /// How it is written
        #[arg(long, default_value = "text")]
        format: PlanFormat,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Markdown,
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum PlanFormat {
    Text,
    Json,
}

/// Runs the command line of this schema over the program's arguments.
///
/// Subcommands: `docs`, `create-table`, `cloudformation`, [`plan`](crate::plan), each to the terminal or with `--out FILE`, and
/// [`lock`](crate::lock), which writes `keywright.lock`; `--check` fails where the file is not what the schema says,
/// for CI.
pub fn run<S: Schema>() -> ExitCode {
    match print::<S>(CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn print<S: Schema>(arguments: CommandLine) -> Result<(), String> {
    let to_terminal = |text: &str| io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string());
    let table_name = arguments.table_name.as_deref().unwrap_or(<S::Table as Table>::SCHEMA.name);
    let text = match arguments.command {
        Command::Docs { format: Format::Markdown } => access_patterns::markdown::<S>(table_name),
        Command::Docs { format: Format::Json } => pretty(&access_patterns::json::<S>(table_name)),
        Command::CreateTable => pretty(&create_table::<S>(table_name)),
        Command::Cloudformation => pretty(&cloudformation::<S>(table_name)),
        Command::Lock { accept } => {
            let path = arguments.out.unwrap_or_else(|| PathBuf::from("keywright.lock"));
            return match arguments.check {
                true => lock::check(&path, &Lock::of::<S>()),
                false => to_terminal(&lock::update(&path, &Lock::of::<S>(), accept.as_deref())?),
            };
        }
        Command::Plan { format: PlanFormat::Text } => plan::text::<S>(),
        Command::Plan { format: PlanFormat::Json } => pretty(&plan::json::<S>()),
    };
    match (arguments.out, arguments.check) {
        (None, true) => Err("--check compares with a file; name it with --out".to_owned()),
        (None, false) => to_terminal(&text),
        (Some(path), false) => fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display())),
        (Some(path), true) => match fs::read_to_string(&path) {
            Ok(found) if found == text => Ok(()),
            Ok(_) => Err(format!("{}: not what the schema says; write it again without --check", path.display())),
            Err(error) => Err(format!("{}: {error}", path.display())),
        },
    }
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_plan_is_text_unless_asked_for_json() {
        CommandLine::command().debug_assert();
        let parsed = CommandLine::try_parse_from(["schema", "plan"]).unwrap();
        assert!(matches!(parsed.command, Command::Plan { format: PlanFormat::Text }));
        let parsed = CommandLine::try_parse_from(["schema", "plan", "--format", "json"]).unwrap();
        assert!(matches!(parsed.command, Command::Plan { format: PlanFormat::Json }));
    }
}
