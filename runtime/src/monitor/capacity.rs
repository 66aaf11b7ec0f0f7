//! The read and write meters of a partition.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::physics::limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};

/// One of the two meters of a partition, which have separate limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Capacity {
    /// Read capacity units: a partition serves 3,000 per second.
    Read,
    /// Write capacity units: a partition serves 1,000 per second.
    Write,
}

/// The number of grains that a partition serves per second. Grains are the unit of counters: a read unit is 100 grains
/// and a write unit 300, so the limits of both meters are equal. The sum of a counter saturates at 14,000 times this
/// number.
const GRAINS_PER_SECOND: f64 = 300_000.0;

impl Capacity {
    /// Returns the RCU or WCU that one partition serves per second.
    pub const fn limit(self) -> u64 {
        match self {
            Self::Read => PARTITION_READ_UNITS,
            Self::Write => PARTITION_WRITE_UNITS,
        }
    }

    /// Converts units to the grains of a counter. NaN counts as 0 units, and less than a grain as one.
    pub(super) fn grains(self, units: f64) -> u32 {
        if units > 0.0 { (units * self.grains_per_unit() + 0.5).max(1.0) as u32 } else { 0 }
    }

    /// Converts grains to units.
    pub(super) fn units(self, grains: u64) -> f64 {
        grains as f64 / self.grains_per_unit()
    }

    fn grains_per_unit(self) -> f64 {
        GRAINS_PER_SECOND / self.limit() as f64
    }
}

/// Prints `RCU` or `WCU`.
impl fmt::Display for Capacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "RCU",
            Self::Write => "WCU",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_partition_has_equal_grains_for_reads_and_writes() {
        for capacity in [Capacity::Read, Capacity::Write] {
            assert_eq!(f64::from(capacity.grains(capacity.limit() as f64)), GRAINS_PER_SECOND);
            assert_eq!(capacity.units(300_000), capacity.limit() as f64);
        }
    }

    #[test]
    fn positive_units_are_at_least_one_grain() {
        assert_eq!((Capacity::Read.grains(0.5), Capacity::Write.grains(0.5)), (50, 150));
        assert_eq!((Capacity::Read.grains(1e-9), Capacity::Write.grains(f64::MAX)), (1, u32::MAX));
        assert_eq!([0.0, -1.0, f64::NAN].map(|units| Capacity::Write.grains(units)), [0; 3]);
    }
}
