//! The warm throughput to set before the traffic starts, for the table and for each index.

use super::{placed::Placed, reads::declared_read_units};
use crate::{
    physics::limits::{
        DEFAULT_TABLE_READ_UNITS, NEW_TABLE_PARTITIONS, NEW_TABLE_READ_UNITS, PARTITION_READ_UNITS,
        PARTITION_WRITE_UNITS,
    },
    schema::EntitySchema,
};

/// Warm throughput that a design needs, in units per second. `None` if a new on-demand table or index suffices.
///
/// DynamoDB raises a table's warm throughput with its traffic and never lowers it, so it only has to be set when the
/// table is created.
///
/// AWS: [Warm throughput](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct WarmThroughput {
    /// Write units per second.
    pub write_units: Option<u64>,
    /// Read units per second.
    pub read_units: Option<u64>,
}

impl WarmThroughput {
    /// Returns whether a new on-demand table or index does not suffice for the declared load.
    #[must_use]
    pub const fn is_needed(&self) -> bool {
        self.write_units.is_some() || self.read_units.is_some()
    }

    /// Returns the number of partitions of a table or index that is created with this warm throughput.
    #[must_use]
    pub const fn partitions(&self) -> u64 {
        let of_writes = match self.write_units {
            Some(units) => units.div_ceil(PARTITION_WRITE_UNITS),
            None => NEW_TABLE_PARTITIONS,
        };
        let of_reads = match self.read_units {
            Some(units) => units.div_ceil(PARTITION_READ_UNITS),
            None => NEW_TABLE_PARTITIONS,
        };
        if of_reads > of_writes { of_reads } else { of_writes }
    }
}

/// Computes the warm throughput for the declared peaks of `entities`, for an index or, with `None`, for the table.
///
/// Write units: 1,000 for each partition, with enough partitions for a roll-over of the time buckets. The probability
/// that a roll-over overloads a partition is at most 1e-3. Keys that time does not renew are placed once and count as
/// evenly loaded. So do keys of an entity that 10,000 partitions would not serve. Read units: the declared reads, if
/// they exceed the 12,000 of a new table, but at most the table's quota of read units: AWS accepts no more.
///
/// The compiler warns (KW004) if the write units of all listed entities together exceed the table's quota, but those of
/// no single entity do. It also warns (KW022) if declared reads exceed the table's quota of read units.
pub fn warm_throughput(entities: &[&EntitySchema], index: Option<&str>) -> WarmThroughput {
    let read_units = declared_read_units(entities, index).ceil() as u64;
    let read_quota = entities.first().map_or(DEFAULT_TABLE_READ_UNITS, |entity| entity.table.read_quota);
    let read_units = read_units.min(read_quota);
    let partitions = Placed::of(entities, index).partitions();
    WarmThroughput {
        write_units: (partitions > NEW_TABLE_PARTITIONS).then_some(partitions.saturating_mul(PARTITION_WRITE_UNITS)),
        read_units: (read_units > NEW_TABLE_READ_UNITS).then_some(read_units),
    }
}

#[cfg(test)]
mod tests;
