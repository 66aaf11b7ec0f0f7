//! The arguments of a schema's command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use super::infrastructure::SettingsFile;
use crate::{
    completion,
    help::{Help, is_run_by_cargo},
    iam,
};

/// The examples and notes of the help of the user's own program.
const HELP: Help = Help {
    examples: &[
        ("docs", "docs --format html --out access-patterns.html"),
        ("create-table", "create-table --out create-table.json"),
        ("cloudformation", "cloudformation --settings settings.json --out table.json"),
        ("cloudformation-steps", "cloudformation-steps deployed.json --out steps"),
        ("terraform", "terraform --settings settings.json --out table.tf.json"),
        ("settings", "settings --out settings.json"),
        ("iam", "iam --access writer --tenant customer --out policy.json"),
        ("workbench", "workbench --out workbench.json"),
        #[cfg(feature = "client")]
        ("verify", "verify --table-name shop-production"),
        ("completion", "completion bash --out /etc/bash_completion.d/schema"),
        ("lock", "lock --check"),
        ("plan", "plan --format json --out plan.json"),
        #[cfg(feature = "simulate")]
        ("simulate", "simulate --duration 120 --assumptions all"),
    ],
    notes: &[
        #[cfg(not(feature = "client"))]
        VERIFY_IS_MISSING,
        #[cfg(not(feature = "simulate"))]
        SIMULATE_IS_MISSING,
    ],
};

/// The notes under `cargo keywright`, which compiles `simulate` if it is requested.
const NOTES_WITH_CARGO: &[&str] = &[
    #[cfg(not(feature = "client"))]
    VERIFY_IS_MISSING,
];

/// Returns the examples and notes of the help, which depend on how the program is run.
pub(super) fn help() -> Help {
    match is_run_by_cargo() {
        true => Help { notes: NOTES_WITH_CARGO, ..HELP },
        false => HELP,
    }
}

/// How to get `verify`.
pub(super) const VERIFY_IS_MISSING: &str = "`verify` needs a client of the AWS SDK, in a program of your own: `cargo \
                                            add keywright-tools --features client`, and call \
                                            `keywright_tools::run_with` in place of `run`.";

/// How to get `simulate`.
#[cfg(not(feature = "simulate"))]
pub(super) const SIMULATE_IS_MISSING: &str = "`simulate` is not in this build, because it needs an embedded engine: \
                                              run `cargo keywright simulate`, or `cargo add keywright-tools --features \
                                              simulate`.";

/// Generates documents, templates and plans from a keywright schema.
#[derive(Debug, Parser)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
    /// Write into this file instead of the terminal
    #[arg(long, global = true)]
    pub(super) out: Option<PathBuf>,
    /// Write nothing, and fail if the file differs
    #[arg(long, global = true)]
    pub(super) check: bool,
    /// The table's name in commands and templates; by default the schema's
    #[arg(long, global = true)]
    pub(super) table_name: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Every access pattern: its key, its lanes, its cost, its risk
    Docs {
        /// The format of the output; `json-schema` describes the JSON
        #[arg(long, default_value = "markdown")]
        format: Format,
        /// Show prices from this JSON file: `region`, `date`, `source`, `currency`, `million_write_units` and
        /// `million_read_units`; for storage, replicas and warm throughput also `storage_gb_month`,
        /// `million_replicated_write_units`, `warm_write_unit` and `warm_read_unit`
        #[arg(long, value_name = "FILE")]
        prices: Option<PathBuf>,
        /// The settings of the deployment, of which the month of prices uses `replicas`
        #[arg(long, value_name = "FILE", requires = "prices")]
        settings: Option<PathBuf>,
    },
    /// The input of CreateTable, for `aws dynamodb create-table --cli-input-json`
    CreateTable(SettingsFile),
    /// A CloudFormation template, which CDK's `CfnInclude` reads too: the table, alarms and a dashboard
    Cloudformation(SettingsFile),
    /// The updates that bring a deployed table to the indexes of the schema
    ///
    /// CloudFormation creates or deletes one global index per update. Without --out, the updates are listed; with --out
    /// FOLDER, a template for each is written there, to deploy in order before that of `cloudformation`.
    CloudformationSteps {
        /// The deployed table: the output of `aws dynamodb describe-table`
        deployed: PathBuf,
        #[command(flatten)]
        settings: SettingsFile,
    },
    /// A Terraform module in JSON syntax, for a file that ends in `.tf.json`: the table, alarms and a dashboard
    Terraform(SettingsFile),
    /// All settings of `cloudformation`, `terraform` and `create-table` with their defaults, to edit for --settings
    Settings,
    /// An IAM policy whose conditions are the keys of entities, in all buckets and shards; notes go to the standard
    /// error
    Iam(iam::command::Arguments),
    /// A data model of NoSQL Workbench, with a facet and sample items of each entity
    Workbench,
    /// Compare the live table with the schema: keys, indexes, projections, TTL, warm throughput; fail if they differ
    #[cfg_attr(not(feature = "client"), command(hide = true))]
    Verify,
    /// A script that completes these commands and options in a shell
    Completion(completion::Arguments),
    /// keywright.lock, or the file that --out names: what determines the bytes of keys, and how a change affects old
    /// items
    Lock {
        /// Write the lock although old items stay unreadable, and record this reason in it
        #[arg(long, value_name = "REASON", conflicts_with = "check")]
        accept: Option<String>,
        /// Accept the removal of older keys without items, which this file proves: the JSON of `Evidence`, from a
        /// `rekey`. Can be repeated
        #[arg(long, value_name = "FILE", conflicts_with = "check")]
        evidence: Vec<PathBuf>,
    },
    /// What the declared peaks require of each key: write units, shards, reads, warm throughput for a roll-over; and a
    /// month at the declared means
    Plan {
        /// The format of the output
        #[arg(long, default_value = "text")]
        format: PlanFormat,
        /// Show only what the change since this lock file costs in a month
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
        /// Show prices from this JSON file, as `docs` does
        #[arg(long, value_name = "FILE")]
        prices: Option<PathBuf>,
        /// The settings of the deployment, of which the month uses `replicas`
        #[arg(long, value_name = "FILE")]
        settings: Option<PathBuf>,
    },
    /// Run the declared peaks through a roll-over of buckets, on a model of DynamoDB's partitions with the warm
    /// throughput of the generated templates; fail if they throttle
    #[cfg(feature = "simulate")]
    Simulate(crate::simulate::Arguments),
    /// Run the declared peaks through a roll-over of buckets, on a model of DynamoDB's partitions with the warm
    /// throughput of the generated templates; fail if they throttle
    #[cfg(not(feature = "simulate"))]
    #[command(hide = !is_run_by_cargo())]
    Simulate(Missing),
}

/// The arguments of a command that is not in this build.
#[cfg(not(feature = "simulate"))]
#[derive(Debug, clap::Args)]
pub(super) struct Missing {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<std::ffi::OsString>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Format {
    Markdown,
    Html,
    Json,
    JsonSchema,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum PlanFormat {
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::{help::assert_examples, infrastructure::Settings};

    #[test]
    fn each_command_has_an_example_that_parses() {
        assert_examples::<Arguments>(&HELP);
    }

    /// The help lists every setting.
    #[test]
    fn help_names_every_setting() {
        let mut command = HELP.command::<Arguments>();
        for name in ["create-table", "cloudformation", "cloudformation-steps", "terraform"] {
            let help = command.find_subcommand_mut(name).unwrap().render_long_help().to_string();
            for setting in serde_json::json!(Settings::default()).as_object().unwrap().keys() {
                assert!(help.contains(&format!("  {setting}  ")), "{name}: {setting}");
            }
        }
    }

    #[test]
    fn the_plan_format_defaults_to_text() {
        let parsed = Arguments::try_parse_from(["schema", "plan"]).unwrap();
        assert!(matches!(parsed.command, Command::Plan { format: PlanFormat::Text, .. }));
        let parsed = Arguments::try_parse_from(["schema", "plan", "--format", "json"]).unwrap();
        assert!(matches!(parsed.command, Command::Plan { format: PlanFormat::Json, .. }));
    }
}
