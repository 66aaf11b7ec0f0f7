//! Reads and writes, which are metered separately.

use keywright::physics::limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};

/// The kind of request, by which units are metered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
}

impl Kind {
    /// Returns the units that a partition serves per second.
    pub(super) fn limit(self) -> u64 {
        match self {
            Self::Read => PARTITION_READ_UNITS,
            Self::Write => PARTITION_WRITE_UNITS,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Read => "Read",
            Self::Write => "Write",
        }
    }
}
