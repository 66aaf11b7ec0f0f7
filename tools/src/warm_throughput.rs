//! The throughput to ask for before the traffic comes, as the model of load counts it.

use keywright::{
    Schema,
    load::{self, WarmThroughput},
};

/// The warm throughput to ask for, for the table (`None`) or an index.
pub(crate) fn warm_throughput<S: Schema>(index: Option<&str>) -> WarmThroughput {
    load::warm_throughput(S::ENTITIES, index)
}
