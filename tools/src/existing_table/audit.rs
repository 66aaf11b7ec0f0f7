//! Implements `keywright audit`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    checkpoint::CheckpointFile,
    files::{Input, files, open},
    manifest::{Export, Manifest},
    part::{Part, Read},
    progress::Progress,
    read_files::{Content, ReadFile, ReadFiles},
};
use crate::{
    audit::{Audit, AuditOptions, Auditor, TableShape, read_records},
    output::write,
    whole_file,
};

/// The number of items between two checkpoints.
const STEP: u64 = 10_000;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files or folders in DynamoDB's JSON, compressed with gzip or not; by default, and for `-`, the standard input
    files: Vec<PathBuf>,
    /// Accept an export to S3 with missing files, or with files that differ from its manifest in their number of items
    #[arg(long)]
    allow_incomplete: bool,
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
    /// The character between the parts of keys; by default it is detected
    #[arg(long)]
    delimiter: Option<char>,
}

/// The options of the output.
#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// The format of the report
    #[arg(long, default_value = "text")]
    format: Format,
    /// Write into this file instead of the terminal
    #[arg(long)]
    out: Option<PathBuf>,
}

/// The options of the report, and of a long audit.
#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    #[command(flatten)]
    output: OutputArguments,
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
    /// The counts of a part of a table, which `audit-merge` merges with those of the other parts
    Part,
}

/// The position in the input files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Position {
    /// The files that are read completely.
    read: Vec<Content>,
    /// Records of the next file counted so far.
    records: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let options = arguments.table.options(arguments.report.samples)?;
    let files = match &arguments.files[..] {
        [] => vec![PathBuf::from("-")],
        paths => files(paths)?,
    };
    let manifests = Manifest::find(&arguments.files)?;
    let checkpoint = arguments.report.checkpoint.as_deref();
    let checkpoint = checkpoint.map(|path| CheckpointFile::new(path, format!("{files:?} {options:?}")));
    let before = checkpoint.as_ref().map(CheckpointFile::read::<Position>).transpose()?.flatten();
    let (mut position, mut auditor) = match before {
        Some(before) => (before.position, before.auditor),
        None => (Position::default(), Auditor::new(options)),
    };
    let mut progress = Progress::new(arguments.report.progress, auditor.items());
    for file in files.iter().skip(position.read.len()) {
        let skipped = std::mem::take(&mut position.records);
        let name = input_name(file);
        let Input { reader, digest } = open(file)?;
        let read = read_records(reader, auditor.options().shape.clone().as_ref(), &mut |record| {
            position.records += 1;
            let Some(item) = record.filter(|_| position.records > skipped) else { return Ok(()) };
            auditor.add(item).map_err(|error| error.to_string())?;
            progress.at(auditor.items(), &name);
            match &checkpoint {
                Some(kept) if auditor.items().is_multiple_of(STEP) => kept.write(&position, &auditor),
                _ => Ok(()),
            }
        });
        read.map_err(|error| format!("{name}: {error}"))?;
        let records = std::mem::take(&mut position.records);
        position.read.push(Content { records, digest: digest.map(|digest| digest.get()) });
        if let Some(kept) = &checkpoint {
            kept.write(&position, &auditor)?;
        }
    }
    let records: Vec<_> =
        files.iter().zip(&position.read).map(|(path, content)| (path.as_path(), content.records)).collect();
    let exports: Vec<_> = manifests.into_iter().map(|manifest| manifest.compared_with(&records)).collect();
    let problems: Vec<_> = match arguments.report.is_part() {
        true => exports.iter().filter_map(Export::differing).collect(),
        false => exports.iter().filter_map(Export::incomplete).collect(),
    };
    let named = |(path, content): (&PathBuf, Content)| ReadFile { path: path.display().to_string(), content };
    let read = files.iter().zip(position.read).map(named).collect();
    arguments.report.write(auditor, Read::Files(ReadFiles::new(read, exports)))?;
    match problems.is_empty() || arguments.allow_incomplete {
        true => Ok(()),
        false => Err(problems.join("\n")),
    }
}

impl TableArguments {
    fn options(&self, samples: usize) -> Result<AuditOptions, String> {
        let shape = match (&self.table, &self.pk) {
            (Some(path), _) => {
                let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
                let text = whole_file::read(path).map_err(|error| failed(&error))?;
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
    /// Writes the report of an audit that has read this input.
    pub(super) fn write(&self, auditor: Auditor, read: Read) -> Result<(), String> {
        self.output.write(auditor, read)
    }

    /// Returns whether a part is written, and not a report.
    pub(super) fn is_part(&self) -> bool {
        !self.output.is_report()
    }
}

impl OutputArguments {
    /// Writes the report of an audit, or its counts if it is a part.
    pub(super) fn write(&self, mut auditor: Auditor, read: Read) -> Result<(), String> {
        let text = match self.format {
            Format::Part => Part::new(read, auditor)?.to_text()?,
            Format::Text => reported(&mut auditor)?.to_string(),
            Format::Json => format!("{:#}\n", reported(&mut auditor)?.to_json()),
        };
        write(&text, self.out.as_deref(), false)
    }

    /// Returns whether a report is written, and not a part.
    pub(super) fn is_report(&self) -> bool {
        !matches!(self.format, Format::Part)
    }
}

/// Names an input in messages.
fn input_name(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    }
}

fn reported(auditor: &mut Auditor) -> Result<Audit, String> {
    auditor.report().map_err(|error| error.to_string())
}
