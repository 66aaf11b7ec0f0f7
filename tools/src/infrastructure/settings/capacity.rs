//! How throughput is paid for and limited.

use std::collections::BTreeMap;

use keywright::throttling::Throughput;
use serde::{Deserialize, Serialize};

/// How throughput is paid for and limited.
///
/// AWS: [Capacity modes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/capacity-mode.html).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Capacity {
    /// Each request is paid for.
    OnDemand(OnDemand),
    /// Provisioned capacity is paid for, and autoscaling adapts it.
    Provisioned(Provisioned),
}

/// Maximum throughput on demand. Requests above it are throttled, which limits the cost.
///
/// AWS: [Maximum
/// throughput](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode-max-throughput.html).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct OnDemand {
    /// The maximum of the table.
    pub table: Maximum,
    /// The maximum of each global index, by its name. An index that is not named has none.
    pub indexes: BTreeMap<String, Maximum>,
}

/// A maximum of units per second, of the table or of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Maximum {
    /// Read units per second. `None` for no maximum.
    pub read_units: Option<u64>,
    /// Write units per second. `None` for no maximum.
    pub write_units: Option<u64>,
}

/// Provisioned capacity with autoscaling.
///
/// AWS: [Autoscaling](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/AutoScaling.html).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Provisioned {
    /// The capacity of the table.
    pub table: Scaling,
    /// The capacity of each global index, by its name. An index that is not named has that of the table.
    #[serde(default)]
    pub indexes: BTreeMap<String, Scaling>,
    /// The part of the capacity that autoscaling keeps in use, in percent: 20 to 90. Default: 70.
    #[serde(default = "seventy")]
    pub target_percent: u8,
}

/// The range of provisioned capacity of the table or of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Scaling {
    /// Read capacity units.
    pub read: Range,
    /// Write capacity units.
    pub write: Range,
}

/// A range of capacity units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Range {
    /// The minimum, and the capacity at creation.
    pub min: u64,
    /// The maximum.
    pub max: u64,
}

fn seventy() -> u8 {
    70
}

impl Default for Capacity {
    fn default() -> Self {
        Self::OnDemand(OnDemand::default())
    }
}

impl OnDemand {
    pub(crate) fn of(&self, index: Option<&str>) -> Maximum {
        index.map_or(self.table, |index| self.indexes.get(index).copied().unwrap_or_default())
    }
}

impl Provisioned {
    /// Creates the capacity of a table and of each of its global indexes, with the default target.
    pub fn new(table: Scaling) -> Self {
        Self { table, indexes: BTreeMap::new(), target_percent: seventy() }
    }

    pub(crate) fn of(&self, index: Option<&str>) -> Scaling {
        index.and_then(|index| self.indexes.get(index)).copied().unwrap_or(self.table)
    }
}

impl Maximum {
    pub(crate) fn of(&self, throughput: Throughput) -> Option<u64> {
        match throughput {
            Throughput::Read => self.read_units,
            Throughput::Write => self.write_units,
        }
    }
}

impl Scaling {
    /// Creates the ranges of a table or of an index.
    pub fn new(read: Range, write: Range) -> Self {
        Self { read, write }
    }

    pub(crate) fn of(&self, throughput: Throughput) -> Range {
        match throughput {
            Throughput::Read => self.read,
            Throughput::Write => self.write,
        }
    }
}

impl Range {
    /// Creates a range of capacity units.
    pub fn new(min: u64, max: u64) -> Self {
        Self { min, max }
    }
}
