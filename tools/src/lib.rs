//! Documentation and infrastructure code from a keywright schema.
//!
//! Most functions take a [`Schema`](keywright::Schema): a table with the list of its entities. [`run`] makes a command
//! line of them, with three lines of your own:
//!
//! ```no_run
//! # use keywright::{Entity, Table};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Table)]
//! # #[entities(Order)]
//! # struct Platform;
//! # #[derive(Entity, Serialize, Deserialize)]
//! # #[entity(table = Platform)]
//! # #[pk(template = "CUSTOMER#<customer>")]
//! # #[sk(template = "ORDER#<id>")]
//! # struct Order { customer: String, id: String }
//! fn main() -> std::process::ExitCode {
//!     keywright_tools::run::<Platform>()
//! }
//! ```
//!
//! For tables without a schema, there is the program `keywright`, which is [`existing_table`]: [`audit`] finds what is
//! stored, and [`scaffold`] writes Rust source for it.

pub mod access_patterns;
#[cfg(test)]
mod agreement;
mod at_worst;
pub mod audit;
pub mod bill;
mod cloudformation;
mod command_line;
mod completion;
mod create_table;
pub mod existing_table;
mod fnv;
mod help;
pub mod iam;
pub mod infrastructure;
mod instant;
pub mod lock;
mod number;
mod output;
mod peak;
pub mod plan;
mod prices;
#[cfg(feature = "client")]
pub mod put_back;
pub mod scaffold;
#[cfg(feature = "client")]
mod sdk_item;
#[cfg(feature = "simulate")]
mod simulate;
pub mod step_functions;
mod template_text;
mod terraform;
#[cfg(feature = "client")]
mod verify;
mod whole_file;
pub mod workbench;

pub use cloudformation::cloudformation;
#[cfg(feature = "client")]
pub use command_line::run_with;
pub use command_line::{CommandLine, run};
pub use create_table::create_table;
pub use peak::{WriteKind, WritePeak};
pub use terraform::terraform;
#[cfg(feature = "client")]
pub use verify::verify;
