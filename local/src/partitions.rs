//! A model of DynamoDB's partitions, which throttles what the published limits do not allow.

mod admission;
mod batch;
mod bucket;
mod clock;
mod gate;
mod hash_position;
mod heat;
mod images;
mod keys;
mod kind;
mod model;
mod page;
mod page_admission;
mod partition;
mod preview;
mod resource;
mod schema;
mod settings;
mod snapshot;
mod ticket;
mod top_keys;
mod transaction;
mod trend;
mod units;
mod verdict;
mod warm;

pub(crate) use self::admission::Ledger;
pub use self::clock::Clock;
pub(crate) use self::gate::Gate;
pub(crate) use self::kind::Kind;
pub(crate) use self::model::SharedModel;
pub(crate) use self::resource::{Due, Limit, Resource};
pub use self::settings::Partitions;
pub use self::snapshot::{HotKey, PartitionSnapshot, ResourceSnapshot, TableSnapshot, Units};
pub(crate) use self::ticket::{Refused, Ticket};
pub(crate) use self::warm::Throughput;
