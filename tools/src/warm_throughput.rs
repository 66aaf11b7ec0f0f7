//! The throughput to ask for before the traffic comes.

use keywright::{Schema, physics::placement::warm_write_units};

/// The write units a second to ask for in advance, for the table or an index: the sum of the declared peaks, where it
/// exceeds what a new on-demand table serves.
pub(crate) fn warm_throughput<S: Schema>(index: Option<&str>) -> Option<u64> {
    let mut sum = 0_u64;
    for entity in S::ENTITIES {
        for (place, _) in entity.keys.iter().enumerate().filter(|(_, key)| key.index == index) {
            if let Some(demand) = entity.demand(place) {
                sum = sum.saturating_add(demand.writes_per_second.saturating_mul(demand.write_units));
            }
        }
    }
    warm_write_units(sum)
}
