//! A command line of the user's own.

use std::{fs, io, io::Write, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand, ValueEnum};
use keywright::{Schema, Table};

use crate::{access_patterns, cloudformation, create_table};

/// What a keywright schema says about its table.
#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    /// Write into this file instead of the terminal
    #[arg(long, global = true)]
    out: Option<PathBuf>,
    /// With --out: write nothing, and fail if the file says something else
    #[arg(long, global = true, requires = "out")]
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
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Markdown,
    Json,
}

/// Runs the command line of this schema over the program's arguments.
///
/// Subcommands: `docs`, `create-table`, `cloudformation`, each to the terminal or with `--out FILE`; `--check` fails
/// where the file is not what the schema says, for CI.
pub fn run<S: Schema>() -> ExitCode {
    let arguments = CommandLine::parse();
    let table_name = arguments.table_name.as_deref().unwrap_or(<S::Table as Table>::SCHEMA.name);
    let text = match arguments.command {
        Command::Docs { format: Format::Markdown } => access_patterns::markdown::<S>(table_name),
        Command::Docs { format: Format::Json } => pretty(&access_patterns::json::<S>(table_name)),
        Command::CreateTable => pretty(&create_table::<S>(table_name)),
        Command::Cloudformation => pretty(&cloudformation::<S>(table_name)),
    };
    let done = match (arguments.out, arguments.check) {
        (None, _) => io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string()),
        (Some(path), false) => fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display())),
        (Some(path), true) => match fs::read_to_string(&path) {
            Ok(found) if found == text => Ok(()),
            Ok(_) => Err(format!("{}: not what the schema says; write it again without --check", path.display())),
            Err(error) => Err(format!("{}: {error}", path.display())),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}
