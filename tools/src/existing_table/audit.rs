//! Implements `keywright audit`.

use std::{fs, path::PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    checkpoint::CheckpointFile,
    files::{files, open},
    progress::Progress,
};
use crate::{
    audit::{AuditOptions, Auditor, TableShape, read_items},
    output::write,
};

/// The number of items between two checkpoints.
const STEP: u64 = 10_000;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files or folders in DynamoDB's JSON, compressed with gzip or not; by default, and for `-`, the standard input
    files: Vec<PathBuf>,
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    report: ReportArguments,
}

/// The options that describe the table.
#[derive(Debug, Args)]
pub(super) struct TableArguments {
    /// The table's keys and indexes: a file with the output of `aws dynamodb describe-table`, or CreateTable's input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pk", "sk"])]
    table: Option<PathBuf>,
    /// The attribute of the partition key
    #[arg(long, value_name = "NAME")]
    pk: Option<String>,
    /// The attribute of the sort key
    #[arg(long, value_name = "NAME", requires = "pk")]
    sk: Option<String>,
    /// The character between the parts of keys; by default it is found
    #[arg(long)]
    delimiter: Option<char>,
}

/// The options of the report, and of a long audit.
#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// How the report is written
    #[arg(long, default_value = "text")]
    format: Format,
    /// Write into this file instead of the terminal
    #[arg(long)]
    out: Option<PathBuf>,
    /// Include this number of items of each pattern in the report, for checking the output of `scaffold`
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(super) samples: usize,
    /// Save the progress in this file, and resume from it if the file exists
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Report the progress, even if the standard error is not a terminal
    #[arg(long)]
    pub(super) progress: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// The position in the input files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Position {
    file: usize,
    /// Items of that file counted so far.
    items: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let options = arguments.table.options(arguments.report.samples)?;
    let files = match &arguments.files[..] {
        [] => vec![PathBuf::from("-")],
        paths => files(paths)?,
    };
    let checkpoint = arguments.report.checkpoint.as_deref();
    let checkpoint = checkpoint.map(|path| CheckpointFile::new(path, format!("{files:?} {options:?}")));
    let before = checkpoint.as_ref().map(CheckpointFile::read::<Position>).transpose()?.flatten();
    let (position, mut auditor) = match before {
        Some(before) => (before.position, before.auditor),
        None => (Position { file: 0, items: 0 }, Auditor::new(options)),
    };
    let mut progress = Progress::new(arguments.report.progress, auditor.items());
    for (place, file) in files.iter().enumerate().skip(position.file) {
        let skipped = if place == position.file { position.items } else { 0 };
        let name = file.display().to_string();
        let mut items = 0;
        let read = read_items(open(file)?, auditor.options().shape.clone().as_ref(), |item| {
            items += 1;
            if items <= skipped {
                return Ok(());
            }
            auditor.add(item).map_err(|error| error.to_string())?;
            progress.at(auditor.items(), &name);
            match &checkpoint {
                Some(kept) if auditor.items().is_multiple_of(STEP) => {
                    kept.write(Position { file: place, items }, &auditor)
                }
                _ => Ok(()),
            }
        });
        read.map_err(|error| format!("{name}: {error}"))?;
        if let Some(kept) = &checkpoint {
            kept.write(Position { file: place + 1, items: 0 }, &auditor)?;
        }
    }
    arguments.report.write(&mut auditor)
}

impl TableArguments {
    fn options(&self, samples: usize) -> Result<AuditOptions, String> {
        let shape = match (&self.table, &self.pk) {
            (Some(path), _) => {
                let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
                let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
                let document: Value = serde_json::from_str(&text).map_err(|error| failed(&error))?;
                Some(TableShape::described(&document).map_err(|error| failed(&error))?)
            }
            (None, Some(partition)) => Some(TableShape::new(partition.as_str(), self.sk.clone())),
            (None, None) => None,
        };
        Ok(AuditOptions { shape, delimiter: self.delimiter, samples, sampled: None })
    }
}

impl ReportArguments {
    pub(super) fn write(&self, auditor: &mut Auditor) -> Result<(), String> {
        let audit = auditor.report().map_err(|error| error.to_string())?;
        let text = match self.format {
            Format::Text => audit.to_string(),
            Format::Json => format!("{:#}\n", audit.to_json()),
        };
        write(&text, self.out.as_deref(), false)
    }
}
