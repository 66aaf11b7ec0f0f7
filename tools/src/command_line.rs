//! Provides the command line of a schema.

mod arguments;
mod infrastructure;

use std::{
    marker::PhantomData,
    path::{Path, PathBuf},
    process::ExitCode,
};

use keywright::{Assembly, Collection, Entity, Projection, Schema, Table};

use crate::{
    access_patterns::{self, AccessPatterns, Prices},
    infrastructure::Settings,
    lock::{self, Evidence, Lock},
    output, plan, whole_file,
    workbench::workbench,
};
use arguments::{Arguments, Command, Format, PlanFormat, VERIFY_IS_MISSING, help};

/// Runs the command line of this schema with the program's arguments.
///
/// Subcommands: `docs`, `create-table`, `cloudformation`, `cloudformation-steps`, `terraform`, `settings`,
/// [`iam`](crate::iam), [`workbench`](crate::workbench), `completion`, [`plan`](crate::plan) and, with the feature
/// `simulate`, `simulate`, which write to the terminal or, with `--out FILE`, to a file; and [`lock`](crate::lock),
/// which writes `keywright.lock`. For CI, `--check` fails if the file does not match the schema.
///
/// The exit status is 0 if the command did its work, 1 if it failed or a check found a difference (also if `simulate`
/// throttles), and 2 if the arguments are wrong.
///
/// [`CommandLine`] also adds types to read with to `docs`.
pub fn run<S: Schema>() -> ExitCode {
    CommandLine::<S>::new().run()
}

/// Runs the command line of this schema with the program's arguments and the additional command `verify`, which
/// compares the live table with the schema. The program chooses the client's credentials and HTTPS client: see
/// [`CommandLine::run_with`].
#[cfg(feature = "client")]
pub async fn run_with<S: Schema>(client: aws_sdk_dynamodb::Client) -> ExitCode
where
    S::Table: 'static,
{
    CommandLine::<S>::new().run_with(client).await
}

/// The command line of a schema with the types to read with, which a table does not list. `docs` includes their reads.
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
    /// Functions that each add a type to the access patterns.
    read_types: Vec<fn(AccessPatterns) -> AccessPatterns>,
    schema: PhantomData<fn() -> S>,
}

impl<S: Schema> CommandLine<S> {
    /// Creates the command line of a table and its listed entities.
    pub fn new() -> Self {
        Self { read_types: Vec::new(), schema: PhantomData }
    }

    /// Adds an enum that derives `Collection` to the access patterns.
    pub fn collection<C: Collection<Table = S::Table>>(self) -> Self {
        self.with(AccessPatterns::collection::<C>)
    }

    /// Adds a struct that derives `Collection` to the access patterns.
    pub fn assembly<A>(self) -> Self
    where
        A: Assembly<Items: Collection<Table = S::Table>>,
    {
        self.with(AccessPatterns::assembly::<A>)
    }

    /// Adds a type that derives `Projection` to the access patterns.
    pub fn projection<P>(self) -> Self
    where
        P: Projection<Of: Entity<Table = S::Table>>,
    {
        self.with(AccessPatterns::projection::<P>)
    }

    /// Runs the command line with the program's arguments, as [`run`] does.
    pub fn run(self) -> ExitCode {
        ended(print::<S>(help().parse(), |table_name| self.access_patterns(table_name)))
    }

    /// Works as [`run`](Self::run), with the additional command `verify`, which compares the live table with the
    /// schema. The program chooses the client's credentials and HTTPS client.
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
        let arguments: Arguments = help().parse();
        ended(match arguments.command {
            Command::Verify => {
                let table_name = arguments.table_name.as_deref().unwrap_or(<S::Table as Table>::SCHEMA.name);
                crate::verify::check::<S>(&client, table_name).await
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
    let to_terminal = |text: &str| output::write(text, None, false);
    let table_name = arguments.table_name.as_deref().unwrap_or(<S::Table as Table>::SCHEMA.name);
    let text = match arguments.command {
        Command::Docs { format, prices, settings } => {
            let patterns = simulated::<S>(patterns(table_name), format)?;
            documentation(
                match prices {
                    Some(path) => {
                        patterns.priced_for(Prices::read(&path)?, &infrastructure::settings(settings.as_deref())?)
                    }
                    None => patterns,
                },
                format,
            )
        }
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
        Command::Verify => return Err(VERIFY_IS_MISSING.to_owned()),
        Command::Completion(arguments) => arguments.script(help().command::<Arguments>())?,
        Command::Lock { accept, evidence } => {
            let evidence = evidence.iter().map(|path| read_evidence(path)).collect::<Result<Vec<_>, _>>()?;
            let path = arguments.out.unwrap_or_else(|| PathBuf::from("keywright.lock"));
            return match arguments.check {
                true => lock::check(&path, &Lock::of::<S>()),
                false => to_terminal(&lock::update_with(&path, &Lock::of::<S>(), accept.as_deref(), &evidence)?),
            };
        }
        Command::Plan { format, against, prices, settings } => {
            let prices = prices.as_deref().map(Prices::read).transpose()?;
            let settings = infrastructure::settings(settings.as_deref())?;
            match against {
                Some(path) => {
                    let difference = lock::cost(&path, &Lock::of::<S>(), prices.as_ref(), &settings)?;
                    match format {
                        PlanFormat::Text => difference.to_text(&path.display().to_string()),
                        PlanFormat::Json => pretty(&serde_json::json!(difference)),
                    }
                }
                None => {
                    let plan = plan::priced::<S>(prices, &settings);
                    match format {
                        PlanFormat::Text => plan::report(&plan),
                        PlanFormat::Json => pretty(&serde_json::json!(plan)),
                    }
                }
            }
        }
        #[cfg(feature = "simulate")]
        Command::Simulate(simulation) => {
            let (report, verdict) = simulation.run::<S>()?;
            return output::write(&report, arguments.out.as_deref(), arguments.check).and(verdict);
        }
        #[cfg(not(feature = "simulate"))]
        Command::Simulate(_) => return Err(arguments::SIMULATE_IS_MISSING.to_owned()),
    };
    output::write(&text, arguments.out.as_deref(), arguments.check)
}

/// Adds a simulated roll-over, which the HTML shows.
#[cfg(feature = "simulate")]
fn simulated<S: Schema>(patterns: AccessPatterns, format: Format) -> Result<AccessPatterns, String> {
    let throttling = match format {
        Format::Html => crate::simulate::throttling::<S>()?,
        Format::Markdown | Format::Json | Format::JsonSchema => None,
    };
    Ok(match throttling {
        Some(throttling) => patterns.throttling(throttling),
        None => patterns,
    })
}

#[cfg(not(feature = "simulate"))]
#[expect(clippy::extra_unused_type_parameters, reason = "with the feature, the schema is simulated")]
fn simulated<S: Schema>(patterns: AccessPatterns, _: Format) -> Result<AccessPatterns, String> {
    Ok(patterns)
}

fn documentation(patterns: AccessPatterns, format: Format) -> String {
    match format {
        Format::Markdown => patterns.to_markdown(),
        Format::Html => patterns.to_html(),
        Format::Json => pretty(&patterns.to_json()),
        Format::JsonSchema => pretty(&access_patterns::json_schema()),
    }
}

fn read_evidence(path: &Path) -> Result<Evidence, String> {
    let text = whole_file::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Evidence::from_json(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}
