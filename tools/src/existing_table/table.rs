//! Implements `audit-table`, which scans a table with the AWS SDK.

use std::ops::Range;

use aws_sdk_dynamodb::Client;
use clap::{Args, Parser, Subcommand};
use keywright::workers::Work;
use serde::de::IgnoredAny;

use super::{audit::ReportArguments, checkpoint::CheckpointFile, part::Read, progress::Progress};
use crate::{
    audit::{AuditOptions, Auditor, ScanOptions, ScanPosition, describe, scan},
    help::Help,
};

/// The examples of the help.
pub(super) const HELP: Help = Help {
    examples: &[
        super::AUDIT,
        super::AUDIT_MERGE,
        super::SCAFFOLD,
        super::STEP_FUNCTIONS,
        super::COMPLETION,
        ("audit-table", "audit-table shop --sample 0.01 --rate 100"),
    ],
    notes: &[],
};

/// The number of pages between two checkpoints.
const STEP: u64 = 50;

/// Audits existing tables, and generates Rust source for them.
#[derive(Debug, Parser)]
#[command(version)]
pub(super) struct WithClient {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    #[command(flatten)]
    OfFiles(super::Command),
    /// Finds the patterns of a table's keys, hot keys and large items, by scanning it or a part of it
    AuditTable(Arguments),
}

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The table's name or ARN
    table: String,
    /// Segments into which the table is divided; by default 1, and 10,000 for a sample
    #[arg(long)]
    segments: Option<usize>,
    /// Read this share of the table, such as 0.01
    #[arg(long, value_name = "SHARE")]
    sample: Option<f64>,
    /// Read only these segments, such as `0..32`, so that several processes can divide a table among them: write each
    /// part with `--format part`, and merge the parts with `audit-merge`
    #[arg(long, value_name = "FIRST..END", requires = "segments", value_parser = range)]
    own: Option<Range<usize>>,
    /// Read the segments of the share in this JSON, at its rate, as a state machine of `step-functions` passes it
    #[arg(long, value_name = "JSON", conflicts_with_all = ["segments", "own", "rate"])]
    work: Option<String>,
    /// Maximum read capacity units per second, on average
    #[arg(long, value_name = "RCU")]
    rate: Option<f64>,
    /// Segments that are read concurrently
    #[arg(long, default_value_t = 4)]
    in_flight: usize,
    /// The character between the parts of keys; by default it is detected
    #[arg(long)]
    delimiter: Option<char>,
    #[command(flatten)]
    report: ReportArguments,
}

pub(super) async fn run(client: &Client, arguments: &Arguments) -> Result<(), String> {
    let how = arguments.scan_options()?;
    arguments.check_format(&how)?;
    let Arguments { sample, delimiter, .. } = *arguments;
    let shape = describe(client, &how.table).await.map_err(|error| error.to_string())?;
    let samples = arguments.report.samples;
    let options = AuditOptions { shape: Some(shape), delimiter, samples, sampled: how.sampled() };
    // A resumed scan may use another rate.
    let input = format!("{} {} {:?} {sample:?} {options:?}", how.table, how.total(), how.owned());
    let file = arguments.report.checkpoint.as_deref().map(|path| CheckpointFile::new(path, input));
    let before = file.as_ref().map(CheckpointFile::read::<ScanPosition>).transpose()?.flatten();
    let (position, mut auditor) = match before {
        Some(before) => (before.position, before.auditor),
        None => (ScanPosition::default(), Auditor::new(options)),
    };
    let mut progress = Progress::new(arguments.report.progress, auditor.items());
    let (mut pages, mut reached) = (0, position.clone());
    let ended = scan(client, &how, position, |items, position| {
        for item in items {
            auditor.add(item).map_err(|error| error.to_string())?;
            progress.at(auditor.items(), &format!("{} segments are read", position.finished()));
        }
        pages += 1;
        reached = position.clone();
        match &file {
            Some(file) if pages % STEP == 0 => file.write(position, &auditor),
            _ => Ok(()),
        }
    });
    let ended = ended.await.map_err(|error| error.to_string());
    // Keep the counts even if the scan fails.
    if let Some(file) = &file {
        file.write(&reached, &auditor)?;
    }
    ended?;
    let read = Read::Segments { table: how.table.clone(), total: how.total(), own: vec![how.owned()] };
    arguments.report.write(auditor, read)
}

impl Arguments {
    fn scan_options(&self) -> Result<ScanOptions, String> {
        let Self { segments, sample, rate, in_flight, .. } = *self;
        let own = self.own.clone();
        let how = ScanOptions { segments, sample, own, rate, in_flight, ..ScanOptions::new(self.table.as_str()) };
        let Some(work) = &self.work else { return Ok(how) };
        let work: Work<IgnoredAny> = serde_json::from_str(work)
            .map_err(|error| format!("--work: {error}; pass the JSON that the state machine passes to a worker"))?;
        Ok(how.share(&work.share))
    }

    /// Checks that a report is of the whole table.
    fn check_format(&self, how: &ScanOptions) -> Result<(), String> {
        if self.report.is_part() || how.owned() == (0..how.total()) {
            return Ok(());
        }
        Err(format!(
            "the segments {:?} of {} are a part of the table, and a report would not be of the whole table; write the \
             part with `--format part`, and merge the parts with `audit-merge`",
            how.owned(),
            how.total()
        ))
    }
}

/// Parses a range such as `0..32`.
fn range(text: &str) -> Result<Range<usize>, String> {
    let parsed = text.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    parsed.ok_or_else(|| "write the first segment, counted from 0, and the one after the last: `0..32`".to_owned())
}

#[cfg(test)]
#[allow(deprecated, reason = "no entity is in the local index, which is KW013")]
mod tests {
    use std::{fs, path::Path};

    use keywright::{Entity, Table, workers::Share};
    use keywright_local::Local;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::audit::Audit;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk(name = "at", type = "N"), projection = include("cents"))]
    #[lsi(name = "LSI1", sk = "LSI1SK", projection = "keys_only")]
    #[entities(Order)]
    struct Shop;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Shop)]
    #[pk(template = "CUSTOMER#<customer>")]
    #[sk(template = "ORDER#<id>")]
    struct Order {
        customer: String,
        id: u32,
    }

    async fn audit_shop() {
        let shop = Local::start().open::<Shop>("shop").await.unwrap();
        for id in 0..300 {
            shop.put(&Order { customer: format!("c{}", id % 50), id }).await.unwrap();
        }
        let folder = std::env::temp_dir().join(format!("keywright-audit-table-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (out, checkpoint) = (folder.join("audit.json"), folder.join("checkpoint"));
        let of_files =
            ["--format", "json", "--out", out.to_str().unwrap(), "--checkpoint", checkpoint.to_str().unwrap()];
        let arguments = ["tables", "audit-table", "shop", "--segments", "4"].into_iter().chain(of_files);
        let Command::AuditTable(arguments) = WithClient::try_parse_from(arguments).unwrap().command else { panic!() };
        run(shop.client(), &arguments).await.unwrap();
        let first = fs::read_to_string(&out).unwrap();
        let audit: Audit = serde_json::from_str(&first).unwrap();
        assert_eq!((audit.items, audit.patterns.len(), audit.sampled), (300, 1, None));
        assert_eq!(audit.patterns[0].template, "CUSTOMER#<customer>  ORDER#<id>");
        let indexes: Vec<_> = audit.table.indexes.iter().map(|index| (index.name.as_str(), index.local)).collect();
        assert_eq!(indexes, [("GSI1", false), ("LSI1", true)]);
        assert_eq!(
            (audit.table.types["at"].as_str(), &*audit.table.indexes[0].included),
            ("N", &["cents".to_owned()][..])
        );
        // Segments that are finished are not read again.
        shop.put(&Order { customer: "late".to_owned(), id: 1 }).await.unwrap();
        run(shop.client(), &arguments).await.unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), first);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Audits `shop` with these arguments, and returns the output file's text.
    async fn audited(client: &Client, folder: &Path, arguments: &str) -> Result<String, String> {
        let out = folder.join("out");
        let command = ["tables", "audit-table", "shop", "--out", out.to_str().unwrap()].into_iter();
        let arguments = WithClient::try_parse_from(command.chain(arguments.split(' ')));
        let arguments = arguments.map_err(|error| error.to_string())?;
        let Command::AuditTable(arguments) = arguments.command else { panic!() };
        run(client, &arguments).await?;
        Ok(fs::read_to_string(&out).unwrap())
    }

    fn merged(folder: &Path, parts: &[String]) -> Result<String, String> {
        let paths = (0..parts.len()).map(|part| folder.join(format!("{part}.part")).to_str().unwrap().to_owned());
        let (paths, out) = (paths.collect::<Vec<_>>(), folder.join("merged.json"));
        paths.iter().zip(parts).for_each(|(path, text)| fs::write(path, text).unwrap());
        let command = ["tables", "audit-merge", "--format", "json", "--out", out.to_str().unwrap()];
        let command = command.into_iter().chain(paths.iter().map(String::as_str));
        let Command::OfFiles(command) = WithClient::try_parse_from(command).unwrap().command else { panic!() };
        command.run()?;
        Ok(fs::read_to_string(&out).unwrap())
    }

    async fn divide_shop() {
        let shop = Local::start().open::<Shop>("shop").await.unwrap();
        for id in 0..300 {
            shop.put(&Order { customer: format!("c{}", id % 50), id: 1_000 + id }).await.unwrap();
        }
        let folder = std::env::temp_dir().join(format!("keywright-audit-parts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let audit = async |arguments: &str| audited(shop.client(), &folder, arguments).await;
        let whole: Audit = serde_json::from_str(&audit("--format json").await.unwrap()).unwrap();
        // The share, as a state machine passes it.
        let share = Share {
            total_segments: 8,
            first_segment: 3,
            end_segment: 8,
            read_units_per_second: 100_000,
            write_units_per_second: 1,
        };
        let work = serde_json::to_string(&Work::<serde_json::Value>::new(share)).unwrap();
        let part = async |own: &str| audit(&format!("--segments 8 --format part --own {own}")).await;
        let first = part("0..3").await.unwrap();
        let second = audit(&format!("--format part --work {work}")).await.unwrap();
        let together: Audit = serde_json::from_str(&merged(&folder, &[second, first.clone()]).unwrap()).unwrap();
        assert_eq!((together.items, together.bytes, &together.table), (300, whole.bytes, &whole.table));
        let facts = |audit: &Audit| {
            let [pattern] = &audit.patterns[..] else { panic!("{audit:#?}") };
            let counts = (pattern.items, pattern.bytes, pattern.partition_keys, pattern.attributes.clone());
            (pattern.template.clone(), counts, pattern.parts.clone(), pattern.top.clone())
        };
        assert_eq!(facts(&together), facts(&whole));
        let missing = merged(&folder, std::slice::from_ref(&first)).unwrap_err();
        assert!(missing.contains("no part has the segments 3..8 of the 8 of `shop`"), "{missing}");
        let overlapping = part("2..8").await.unwrap();
        assert!(merged(&folder, &[first, overlapping]).unwrap_err().contains("0..3 and 2..8 overlap"));
        for own in ["8..9", "3..3", "3", "a..b"] {
            assert!(part(own).await.is_err(), "{own}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// The error differs from that of a table that does not exist.
    async fn refuse_reports_of_parts() {
        let client = Local::start().client();
        let folder = std::env::temp_dir();
        for format in ["--format text", "--format json"] {
            let message = audited(&client, &folder, &format!("{format} --segments 8 --own 0..3")).await.unwrap_err();
            assert!(message.contains("the segments 0..3 of 8") && message.contains("`audit-merge`"), "{message}");
        }
        let share = Share {
            total_segments: 8,
            first_segment: 3,
            end_segment: 8,
            read_units_per_second: 1,
            write_units_per_second: 1,
        };
        let work = serde_json::to_string(&Work::<serde_json::Value>::new(share)).unwrap();
        let message = audited(&client, &folder, &format!("--work {work}")).await.unwrap_err();
        assert!(message.contains("the segments 3..8 of 8"), "{message}");
        for of_table in ["--segments 8 --own 0..8", "--segments 8 --own 0..3 --format part"] {
            let message = audited(&client, &folder, of_table).await.unwrap_err();
            assert!(message.contains("ResourceNotFoundException"), "{of_table}: {message}");
        }
    }

    fn block_on(future: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future);
    }

    #[test]
    fn each_command_has_an_example_that_parses() {
        crate::help::assert_examples::<WithClient>(&HELP);
    }

    #[test]
    fn a_table_is_audited_and_its_checkpoint_is_kept() {
        block_on(audit_shop());
    }

    #[test]
    fn a_report_of_a_part_of_a_table_is_refused_before_the_scan() {
        block_on(refuse_reports_of_parts());
    }

    #[test]
    fn processes_divide_a_table_and_their_parts_are_merged() {
        block_on(divide_shop());
    }
}
