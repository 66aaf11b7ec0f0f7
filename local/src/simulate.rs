//! Whether a schema survives a load, without an engine and without a bill.
//!
//! A [`Simulation`] writes the items of a [`Load`] to the same model of DynamoDB's partitions as
//! [`Builder::partitions`](crate::Builder::partitions) and reports what was accepted and throttled, how long it took and
//! which keys were hot. The keys are those that keywright would write: from the schema's own templates and shards, with
//! made-up values ([`Traffic::values`]) and times that follow the simulated clock. The sizes are the schema's own
//! estimates from the declared bytes. Nothing is stored and nothing sent, so that a minute takes a moment.
//!
//! The limits are AWS's, and what AWS does not publish is assumed ([`Partitions`](crate::Partitions));
//! [`Simulation::under_assumptions`] says what hangs on that. Assumed besides:
//!
//! - Items arrive independently of each other at a mean rate (as a Poisson process), each is new and is put once.
//! - Every answer takes the same time ([`Simulation::latency`]).
//! - Writers do not slow down: what is throttled is tried again beside what arrives.
//! - Of an index whose key has a `peak` of its own, that share of the items has an entry.
//!
//! ```
//! use std::time::Duration;
//!
//! use keywright::{Entity, Table};
//! use keywright_local::simulate::{Load, Simulation, Verdict};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Table)]
//! #[entities(Call)]
//! struct Calls;
//!
//! #[derive(Entity, Serialize, Deserialize)]
//! #[entity(table = Calls)]
//! #[pk(template = "CALLS", allow_hot = "to see it fail")]
//! #[sk(template = "<id>")]
//! #[peak(writes_per_second = 1_500, item_bytes = 700)]
//! struct Call {
//!     id: String,
//! }
//!
//! # fn main() -> Result<(), keywright_local::Error> {
//! let simulation = Simulation::new::<Calls>(Load::declared::<Calls>()).duration(Duration::from_secs(5));
//! let report = simulation.run()?;
//! let call = &report.entities[0];
//! assert!(call.throttled_share() > 0.2);
//! assert_eq!(report.resources[0].hottest[0].key, "CALLS");
//! println!("{report}");
//!
//! let assumptions = simulation.under_assumptions()?;
//! assert_eq!(assumptions.entities[0].verdict, Verdict::FailsAlways);
//! # Ok(())
//! # }
//! ```

mod assumptions;
mod cost;
mod deployed;
mod history;
mod item;
mod lanes;
mod load;
mod policy;
mod report;
mod request;
mod run;
mod settings;
mod tally;
mod text;
mod values;
mod writer;

pub use self::assumptions::{Assumptions, Judged, Verdict};
pub use self::load::{Load, Traffic};
pub use self::policy::Retry;
pub use self::report::{EntityReport, Interval, LatencyReport, Reads, Report, ResourceReport, Writes};
pub use self::settings::Simulation;
pub use self::values::Values;
use crate::Error;
