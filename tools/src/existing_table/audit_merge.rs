//! Implements `audit-merge`, which merges the parts of an audit.

use std::path::PathBuf;

use clap::Args;

use super::{audit::OutputArguments, part::Part};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The parts, which `audit` and `audit-table` write with `--format part`
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
    /// Report parts that lack segments of the table, or files of an export
    #[arg(long)]
    allow_incomplete: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut merged: Option<Part> = None;
    for path in &arguments.parts {
        let part = Part::open(path)?;
        merged = Some(match merged {
            None => part,
            Some(before) => before.merge(part).map_err(|error| format!("{}: {error}", path.display()))?,
        });
    }
    let Some(Part { read, auditor, .. }) = merged else { return Ok(()) };
    if arguments.output.is_report() && !arguments.allow_incomplete {
        read.check_whole()?;
    }
    arguments.output.write(auditor, read)
}
