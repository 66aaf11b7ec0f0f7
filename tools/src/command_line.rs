//! A command line of the user's own.

mod infrastructure;

use std::{
    fs, io,
    io::Write,
    marker::PhantomData,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};
use keywright::{Assembly, Collection, Entity, Projection, Schema, Table};

use crate::{
    access_patterns::{self, AccessPatterns, Prices},
    completion, iam,
    infrastructure::Settings,
    lock::{self, Evidence, Lock},
    plan,
    workbench::workbench,
};
use infrastructure::SettingsFile;

/// What a keywright schema says about its table.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Write into this file instead of the terminal
    #[arg(long, global = true)]
    out: Option<PathBuf>,
    /// Write nothing, and fail if the file differs
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
        /// How it is written; `json-schema` is the form of the JSON
        #[arg(long, default_value = "markdown")]
        format: Format,
        /// Price units by this JSON file: `region`, `date`, `source`, `currency`, `million_write_units` and
        /// `million_read_units`
        #[arg(long, value_name = "FILE")]
        prices: Option<PathBuf>,
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
    #[cfg(feature = "client")]
    Verify,
    /// A script that completes these commands and options in a shell
    Completion(completion::Arguments),
    /// keywright.lock, or the file that --out names: what decides the bytes of keys, and what a change does to old
    /// items
    Lock {
        /// Write the lock although old items stay unreadable, and keep this reason in it
        #[arg(long, value_name = "REASON", conflicts_with = "check")]
        accept: Option<String>,
        /// Accept that older keys are removed which this file shows to be empty: the JSON of `Evidence`, from a
        /// `rekey`. It may be repeated
        #[arg(long, value_name = "FILE", conflicts_with = "check")]
        evidence: Vec<PathBuf>,
    },
    /// What the declared peaks ask of each key: write units, shards, reads, and warm throughput for a roll-over
    Plan {
        /// How it is written
        #[arg(long, default_value = "text")]
        format: PlanFormat,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Markdown,
    Html,
    Json,
    JsonSchema,
}

#[derive(Clone, Copy, ValueEnum)]
enum PlanFormat {
    Text,
    Json,
}

/// Runs the command line of this schema over the program's arguments.
///
/// Subcommands: `docs`, `create-table`, `cloudformation`, `cloudformation-steps`, `terraform`, `settings`,
/// [`iam`](crate::iam), [`workbench`](crate::workbench), `completion`, [`plan`](crate::plan), each to the terminal or
/// with `--out FILE`, and [`lock`](crate::lock), which writes `keywright.lock`; `--check` fails where the file is not
/// what the schema says, for CI.
///
/// [`CommandLine`] is the same with types to read with, for `docs`.
pub fn run<S: Schema>() -> ExitCode {
    CommandLine::<S>::new().run()
}

/// The command line of a schema that knows the types to read with, which a table does not list: `docs` writes what they
/// ask for, too.
///
/// ```no_run
/// # use keywright::{Collection, Entity, Projection, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # #[entities(Customer, Order)]
/// # struct Shop;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<id>")]
/// # #[sk(template = "CUSTOMER")]
/// # struct Customer { id: String, name: String }
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Shop)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<number>")]
/// # struct Order { customer: String, number: u32 }
/// # #[derive(Collection)]
/// # #[collection(query(id))]
/// # struct CustomerWithOrders { customer: Customer, orders: Vec<Order> }
/// # #[derive(Projection, Deserialize)]
/// # #[projection(of = Customer)]
/// # struct CustomerName { name: String }
/// use keywright_tools::CommandLine;
///
/// fn main() -> std::process::ExitCode {
///     CommandLine::<Shop>::new().assembly::<CustomerWithOrders>().projection::<CustomerName>().run()
/// }
/// ```
#[must_use = "a command line does nothing until it is run"]
pub struct CommandLine<S> {
    /// Each adds a type to the access patterns.
    read_types: Vec<fn(AccessPatterns) -> AccessPatterns>,
    schema: PhantomData<fn() -> S>,
}

impl<S: Schema> CommandLine<S> {
    /// That of the table and its listed entities.
    pub fn new() -> Self {
        Self { read_types: Vec::new(), schema: PhantomData }
    }

    /// And of an enum that derives `Collection`.
    pub fn collection<C: Collection<Table = S::Table>>(self) -> Self {
        self.with(AccessPatterns::collection::<C>)
    }

    /// And of a struct that derives `Collection`.
    pub fn assembly<A>(self) -> Self
    where
        A: Assembly<Items: Collection<Table = S::Table>>,
    {
        self.with(AccessPatterns::assembly::<A>)
    }

    /// And of a type that derives `Projection`.
    pub fn projection<P>(self) -> Self
    where
        P: Projection<Of: Entity<Table = S::Table>>,
    {
        self.with(AccessPatterns::projection::<P>)
    }

    /// Runs it over the program's arguments, as [`run`] does.
    pub fn run(self) -> ExitCode {
        ended(print::<S>(Arguments::parse(), |table_name| self.access_patterns(table_name)))
    }

    /// Works as [`run`](Self::run), with the command `verify`, which compares the live table with the schema. The
    /// program chooses the client's credentials and HTTPS client.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[entities(Order)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: String }
    /// # async fn example(config: aws_sdk_dynamodb::Config) -> std::process::ExitCode {
    /// // With the crate aws-config: `aws_sdk_dynamodb::Client::new(&aws_config::load_from_env().await)`
    /// let client = aws_sdk_dynamodb::Client::from_conf(config);
    /// keywright_tools::CommandLine::<Shop>::new().run_with(client).await
    /// # }
    /// ```
    #[cfg(feature = "client")]
    pub async fn run_with(self, client: aws_sdk_dynamodb::Client) -> ExitCode
    where
        S::Table: 'static,
    {
        let arguments = Arguments::parse();
        ended(match arguments.command {
            Command::Verify => {
                let table_name = arguments.table_name.as_deref().unwrap_or(<S::Table as Table>::SCHEMA.name);
                match crate::verify::verify::<S>(&client, table_name).await {
                    Ok(differences) if differences.is_empty() => Ok(()),
                    Ok(differences) => Err(differences.join("\n")),
                    Err(error) => Err(error.to_string()),
                }
            }
            _ => print::<S>(arguments, |table_name| self.access_patterns(table_name)),
        })
    }

    fn with(mut self, read_types: fn(AccessPatterns) -> AccessPatterns) -> Self {
        self.read_types.push(read_types);
        self
    }

    fn access_patterns(&self, table_name: &str) -> AccessPatterns {
        let listed = access_patterns::access_patterns::<S>(table_name);
        self.read_types.iter().fold(listed, |patterns, with| with(patterns))
    }
}

impl<S: Schema> Default for CommandLine<S> {
    fn default() -> Self {
        Self::new()
    }
}

fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn print<S: Schema>(arguments: Arguments, patterns: impl Fn(&str) -> AccessPatterns) -> Result<(), String> {
    let to_terminal = |text: &str| io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string());
    let table_name = arguments.table_name.as_deref().unwrap_or(<S::Table as Table>::SCHEMA.name);
    let text = match arguments.command {
        Command::Docs { format, prices } => documentation(patterns(table_name), format, prices.as_deref())?,
        Command::CreateTable(settings) => pretty(&settings.infrastructure::<S>(table_name)?.create_table()),
        Command::Cloudformation(settings) => pretty(&settings.infrastructure::<S>(table_name)?.cloudformation()),
        Command::CloudformationSteps { deployed, settings } => {
            if arguments.check {
                return Err("--check compares with a file, and `cloudformation-steps` writes a folder".to_owned());
            }
            let wanted = settings.infrastructure::<S>(table_name)?;
            return to_terminal(&infrastructure::steps(&wanted, &deployed, arguments.out.as_deref())?);
        }
        Command::Terraform(settings) => {
            let module = settings.infrastructure::<S>(table_name)?.terraform();
            pretty(&module.map_err(|error| error.to_string())?)
        }
        Command::Settings => pretty(&serde_json::json!(Settings::default())),
        Command::Iam(arguments) => arguments.run::<S>(table_name)?,
        Command::Workbench => {
            let model = workbench::<S>(table_name);
            model.notes.iter().for_each(|note| eprintln!("note: {note}"));
            pretty(&model.document)
        }
        #[cfg(feature = "client")]
        Command::Verify => {
            return Err("`verify` needs a client: call `CommandLine::run_with` in place of `run`".to_owned());
        }
        Command::Completion(arguments) => arguments.script(Arguments::command())?,
        Command::Lock { accept, evidence } => {
            let evidence = evidence.iter().map(|path| read_evidence(path)).collect::<Result<Vec<_>, _>>()?;
            let path = arguments.out.unwrap_or_else(|| PathBuf::from("keywright.lock"));
            return match arguments.check {
                true => lock::check(&path, &Lock::of::<S>()),
                false => to_terminal(&lock::update_with(&path, &Lock::of::<S>(), accept.as_deref(), &evidence)?),
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

fn documentation(patterns: AccessPatterns, format: Format, prices: Option<&Path>) -> Result<String, String> {
    let patterns = match prices {
        Some(path) => patterns.priced(read_prices(path)?),
        None => patterns,
    };
    Ok(match format {
        Format::Markdown => patterns.to_markdown(),
        Format::Html => patterns.to_html(),
        Format::Json => pretty(&patterns.to_json()),
        Format::JsonSchema => pretty(&access_patterns::json_schema()),
    })
}

fn read_evidence(path: &Path) -> Result<Evidence, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Evidence::from_json(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_prices(path: &Path) -> Result<Prices, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Prices::from_json(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever asks for help sees every setting.
    #[test]
    fn help_names_every_setting() {
        let mut command = Arguments::command();
        for name in ["create-table", "cloudformation", "cloudformation-steps", "terraform"] {
            let help = command.find_subcommand_mut(name).unwrap().render_long_help().to_string();
            for setting in serde_json::json!(Settings::default()).as_object().unwrap().keys() {
                assert!(help.contains(&format!("  {setting}  ")), "{name}: {setting}");
            }
        }
    }

    #[test]
    fn the_plan_format_defaults_to_text() {
        Arguments::command().debug_assert();
        let parsed = Arguments::try_parse_from(["schema", "plan"]).unwrap();
        assert!(matches!(parsed.command, Command::Plan { format: PlanFormat::Text }));
        let parsed = Arguments::try_parse_from(["schema", "plan", "--format", "json"]).unwrap();
        assert!(matches!(parsed.command, Command::Plan { format: PlanFormat::Json }));
    }
}
