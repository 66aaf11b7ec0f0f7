//! Implements `keywright scaffold`.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use crate::{
    output::write,
    scaffold::{audit_of_table, scaffold},
    whole_file,
};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The JSON of an audit, a model of NoSQL Workbench, or the input of CreateTable
    file: PathBuf,
    /// The name of the table's struct; by default the table's own
    #[arg(long)]
    name: Option<String>,
    /// The table of a model that has several
    #[arg(long, value_name = "NAME")]
    model_table: Option<String>,
    /// Write into this file instead of the terminal
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write nothing, and fail if the content of the file differs
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", arguments.file.display());
    let text = whole_file::read(&arguments.file).map_err(|error| failed(&error))?;
    let document: Value = serde_json::from_str(&text).map_err(|error| failed(&error))?;
    let audit = audit_of_table(&document, arguments.model_table.as_deref()).map_err(|error| failed(&error))?;
    write(&scaffold(&audit, arguments.name.as_deref()), arguments.out.as_deref(), arguments.check)
}
