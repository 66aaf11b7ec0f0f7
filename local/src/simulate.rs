//! Whether a schema survives a load, without an engine and without a bill.
//!
//! A [`Simulation`] sends the requests of a [`Load`] to the model of DynamoDB's partitions that
//! [`Builder::partitions`](crate::Builder::partitions) has, and reports what was accepted and throttled, how long it
//! took and which keys were hot. The keys are those that keywright would write: from the schema's own templates and
//! shards, with made-up values ([`Traffic::values`]) and times that follow the simulated clock. Sizes and costs are the
//! schema's own, for creates, updates that move index entries, deletes, transactions, sentinels of unique fields, and
//! reads. Nothing is stored and nothing sent, so that a minute takes a moment.
//!
//! [`Simulation::deployed`] takes the warm throughput of the generated templates, so that the simulated table is the
//! one that is deployed. To see a roll-over of buckets, [`start`](Simulation::start) shortly before it and
//! [`measure_from`](Simulation::measure_from) it: its keys are new, and what splits did for the keys of before does not
//! help them. Keys without a bucket keep the splits that heat has brought ([`Simulation::after`]).
//!
//! # One hot key
//!
//! AWS's limit of 1,000 write units and 3,000 read units a second belongs to a
//! [partition](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html). A
//! partition key starts on one, and can be [split by sort
//! key](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html) after minutes of
//! heat, but not in a table with a local index, and not where the traffic follows a rising or falling sort key. For
//! those two, one key carries 1,000 units a second for good. A simulation takes a sort key whose template leads with a
//! time to be rising, and other values to come in no order: ids that rise with time, such as ULIDs and UUIDs of version
//! 7, are simulated better than they are ([`Partitions::split_by_sort_key`](crate::Partitions::split_by_sort_key)).
//!
//! # Assumptions
//!
//! The limits are AWS's, and what AWS does not publish is assumed ([`Partitions`](crate::Partitions));
//! [`Simulation::under_assumptions`] says what depends on that. These are assumed as well:
//!
//! - Requests arrive independently of each other at a mean rate (as a Poisson process).
//! - Every answer takes the same time ([`Simulation::latency`]).
//! - Writers do not slow down: what is throttled is retried in addition to new writes. Reads are not repeated.
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
//! #[sk(template = "<at>#<id>")]
//! #[peak(writes_per_second = 1_500, item_bytes = 700)]
//! struct Call {
//!     at: chrono::DateTime<chrono::Utc>,
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
mod maker;
mod mix;
mod placed_fields;
mod policy;
mod report;
mod request;
mod run;
mod settings;
mod stream;
mod tally;
mod text;
mod top;
mod values;
mod writer;

pub use self::assumptions::{Assumptions, Judged, Verdict};
pub use self::load::{Load, Traffic};
pub use self::policy::Retry;
pub use self::report::{EntityReport, Interval, LatencyReport, Reads, Report, ResourceReport, Writes};
pub use self::settings::Simulation;
pub use self::values::Values;
use crate::Error;
