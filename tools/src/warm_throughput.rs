//! The throughput to ask for before the traffic comes.

use keywright::{Schema, physics::limits::NEW_TABLE_WRITE_UNITS};

/// The write units a second to ask for in advance, for the table or an index: the sum of the declared peaks, where it
/// exceeds what a new on-demand table serves.
pub(crate) fn warm_throughput<S: Schema>(index: Option<&str>) -> Option<u64> {
    let mut sum = 0_u64;
    for entity in S::ENTITIES {
        for (place, key) in entity.keys.iter().enumerate().filter(|(_, key)| key.index == index) {
            if let (Some(peak), Some(units)) = (key.peak.or(entity.peak), entity.write_units(place)) {
                sum = sum.saturating_add(peak.writes_per_second.saturating_mul(units));
            }
        }
    }
    (sum > NEW_TABLE_WRITE_UNITS).then_some(sum)
}
