//! The two parts of a key.

use crate::physics::limits::{PARTITION_KEY_BYTES, SORT_KEY_BYTES};

/// A part of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyPart {
    /// The partition key: at most 2,048 bytes.
    Partition,
    /// The sort key: at most 1,024 bytes.
    Sort,
}

impl KeyPart {
    /// Returns DynamoDB's limit in bytes.
    ///
    /// AWS: *Constraints in Amazon DynamoDB*, "Partition keys and sort keys".
    pub const fn limit(self) -> usize {
        match self {
            Self::Partition => PARTITION_KEY_BYTES as usize,
            Self::Sort => SORT_KEY_BYTES as usize,
        }
    }

    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Partition => "partition key",
            Self::Sort => "sort key",
        }
    }
}
