//! Implements `audit-table`, which scans a table with the AWS SDK.

use aws_sdk_dynamodb::Client;
use clap::{Args, Parser, Subcommand};

use super::{audit::ReportArguments, checkpoint::CheckpointFile, progress::Progress};
use crate::{
    audit::{AuditOptions, Auditor, ScanOptions, ScanPosition, describe, scan},
    help::Help,
};

/// The examples of the help.
pub(super) const HELP: Help = Help {
    examples: &[
        super::AUDIT,
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
    /// Finds the patterns of a table's keys, what is hot and what is large, by scanning it or a part of it
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
    /// Maximum read capacity units per second, on average
    #[arg(long, value_name = "RCU")]
    rate: Option<f64>,
    /// Segments that are read concurrently
    #[arg(long, default_value_t = 4)]
    in_flight: usize,
    /// The character between the parts of keys; by default it is found
    #[arg(long)]
    delimiter: Option<char>,
    #[command(flatten)]
    report: ReportArguments,
}

pub(super) async fn run(client: &Client, arguments: &Arguments) -> Result<(), String> {
    let Arguments { segments, sample, rate, in_flight, delimiter, .. } = *arguments;
    let how = ScanOptions { segments, sample, rate, in_flight, ..ScanOptions::new(arguments.table.as_str()) };
    let shape = describe(client, &how.table).await.map_err(|error| error.to_string())?;
    let samples = arguments.report.samples;
    let options = AuditOptions { shape: Some(shape), delimiter, samples, sampled: how.sampled() };
    // A resumed scan may use another rate.
    let input = format!("{} {segments:?} {sample:?} {options:?}", how.table);
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
    arguments.report.write(&mut auditor)
}

#[cfg(test)]
#[allow(deprecated, reason = "no entity is in the local index, which is KW013")]
mod tests {
    use std::fs;

    use keywright::{Entity, Table};
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

    #[test]
    fn each_command_has_an_example_that_parses() {
        crate::help::assert_examples::<WithClient>(&HELP);
    }

    #[test]
    fn a_table_is_audited_and_its_checkpoint_is_kept() {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(audit_shop());
    }
}
