//! Simulates whether a schema can handle a load, without an engine and without cost.
//!
//! A [`Simulation`] sends the requests of a [`Load`] to the model of DynamoDB's partitions that
//! [`Builder::partitions`](crate::Builder::partitions) uses, and reports what was accepted and throttled, how long it
//! took and which keys were hot. The keys are those that keywright would write: from the schema's own templates and
//! shards, with generated values ([`Traffic::values`]) and times that follow the simulated clock. Sizes and costs are
//! the schema's own, for creates, updates that move index entries, deletes, transactions, sentinels of unique fields,
//! and reads. Nothing is stored and nothing is sent, so a minute of load takes only a moment.
//!
//! [`Simulation::deployed`] uses the warm throughput of the generated templates, so that the simulated table is the
//! deployed one. To simulate a roll-over of buckets, [`start`](Simulation::start) shortly before it and
//! [`measure_from`](Simulation::measure_from) it: its keys are new, so splits for the previous keys do not help them.
//! Keys without a bucket keep the splits that their heat caused ([`Simulation::after`]).
//!
//! # One hot key
//!
//! AWS's limit of 1,000 write units and 3,000 read units per second belongs to a
//! [partition](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html). A
//! partition key starts in one partition, and can be [split by sort
//! key](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html) after minutes of
//! heat, but not in a table with a local secondary index, and not if the traffic follows a rising or falling sort key.
//! In these two cases, one key can never exceed 1,000 units per second. A simulation assumes that a sort key whose
//! template begins with a time is rising, and that other values come in no order. So ids that rise with time, such as
//! ULIDs and UUIDs of version 7, appear better in a simulation than they are
//! ([`Partitions::split_by_sort_key`](crate::Partitions::split_by_sort_key)).
//!
//! # Assumptions
//!
//! The limits are AWS's, and values that AWS does not publish are assumed ([`Partitions`](crate::Partitions));
//! [`Simulation::under_assumptions`] shows what depends on them. The following is assumed as well:
//!
//! - Requests arrive independently of each other at a mean rate (as a Poisson process).
//! - Every answer takes equal time ([`Simulation::latency`]).
//! - Writers do not slow down: throttled writes are retried in addition to new writes. Reads are not retried.
//! - If the key of an index has its own `peak`, that share of the items has an entry.
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
mod generator;
mod history;
mod item;
mod key_fields;
mod lanes;
mod load;
mod mix;
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
pub use self::report::{
    EntityReport, FullPartition, Interval, LatencyReport, MAX_THROTTLED_SHARE, Reads, Report, ResourceReport, Writes,
};
pub use self::settings::Simulation;
pub use self::values::Values;
use crate::Error;
