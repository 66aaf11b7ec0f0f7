//! The throughput to ask for before the traffic comes.

use keywright::{Schema, load};

/// The write units a second to ask for in advance, for the table or an index, as the model of load counts them.
pub(crate) fn warm_throughput<S: Schema>(index: Option<&str>) -> Option<u64> {
    load::warm_throughput(S::ENTITIES, index).write_units
}
