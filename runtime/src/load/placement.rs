//! The warm throughput to set before the traffic starts, for the table and for each index.

use super::{
    launch::is_launched_at_peak,
    placed::{Moment, Placed},
    placed_reads::{PlacedReads, partitions_of_quotas},
    reads::declared_read_units,
};
use crate::{
    physics::{
        limits::{
            DEFAULT_TABLE_READ_UNITS, NEW_TABLE_PARTITIONS, NEW_TABLE_READ_UNITS, PARTITION_READ_UNITS,
            PARTITION_WRITE_UNITS,
        },
        placement::MAX_PLANNED_PARTITIONS,
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
    /// The write units per second that would serve the declared peaks from the first second, if these partitions may
    /// throttle for minutes when the table is launched at its peak. At most 10 million, which may not suffice. `None`
    /// if these partitions serve the launch.
    pub launch_write_units: Option<u64>,
}

impl WarmThroughput {
    /// Returns whether a new on-demand table or index does not suffice for the declared load.
    #[must_use]
    pub const fn is_needed(&self) -> bool {
        self.write_units.is_some() || self.read_units.is_some()
    }

    /// Returns whether keys that share a partition may throttle for minutes when the table is launched at its declared
    /// peaks, until DynamoDB has split hot partitions.
    #[must_use]
    pub const fn throttles_at_launch(&self) -> bool {
        self.launch_write_units.is_some()
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
/// Write units: 1,000 for each partition, with enough partitions for a roll-over of the time buckets and, unless the
/// table is declared with `launch = "gradual"`, for its launch at the declared peaks. The probability that either
/// overloads a partition is at most 1e-3.
///
/// - At a roll-over, keys that time does not renew count as evenly loaded, because DynamoDB has split partitions for
///   their heat. At the launch, all keys are new. Keys of unknown values count as even at both.
/// - Keys of an entity that 10,000 partitions would not serve count as evenly loaded.
/// - For the launch, at most the table's quota of write units is requested. The compiler warns (KW004) if the launch
///   needs more.
///
/// Read units: the declared reads, if they exceed the 12,000 of a new table, but at most the table's quota of read
/// units: AWS accepts no more. Keys that a roll-over or a launch places may share a partition for reads, too: for them,
/// more read units are requested, or more write units if those exceed the quota.
///
/// The compiler warns (KW004) if the write units of all listed entities together exceed the table's quota, but those of
/// no single entity do. It also warns (KW022) if declared reads exceed the table's quota of read units.
pub fn warm_throughput(entities: &[&EntitySchema], index: Option<&str>) -> WarmThroughput {
    let read_units = declared_read_units(entities, index).ceil() as u64;
    let read_quota = entities.first().map_or(DEFAULT_TABLE_READ_UNITS, |entity| entity.table.read_quota);
    let read_units = read_units.min(read_quota);
    let of_reads = PlacedReads::of(entities, index, Moment::RollOver).partitions();
    let of_launched_reads = PlacedReads::of(entities, index, Moment::Launch).partitions();
    let of_roll_overs = Placed::of(entities, index, Moment::RollOver).partitions();
    let of_launch = Placed::of(entities, index, Moment::Launch).min_partitions().unwrap_or(MAX_PLANNED_PARTITIONS);
    let partitions = match entities.first().filter(|entity| is_launched_at_peak(entity.table)) {
        Some(entity) => of_roll_overs.max(of_launch.min(entity.table.quota / PARTITION_WRITE_UNITS)),
        None => of_roll_overs,
    };
    let of_reads = match entities.first().map(|entity| entity.table) {
        Some(table) if is_launched_at_peak(table) => of_reads.max(of_launched_reads).min(partitions_of_quotas(table)),
        Some(table) => of_reads.min(partitions_of_quotas(table)),
        None => 1,
    };
    // Read units make partitions, too. Beyond their quota, write units do.
    let (partitions, read_units) = match of_reads.saturating_mul(PARTITION_READ_UNITS) {
        _ if of_reads <= partitions.max(NEW_TABLE_PARTITIONS) => (partitions, read_units),
        units if units <= read_quota => (partitions, read_units.max(units)),
        _ => (of_reads, read_units),
    };
    let warm = WarmThroughput {
        write_units: (partitions > NEW_TABLE_PARTITIONS).then_some(partitions.saturating_mul(PARTITION_WRITE_UNITS)),
        read_units: (read_units > NEW_TABLE_READ_UNITS).then_some(read_units),
        launch_write_units: None,
    };
    let launch_write_units = of_launch.saturating_mul(PARTITION_WRITE_UNITS);
    WarmThroughput {
        launch_write_units: (of_launch > warm.partitions().max(NEW_TABLE_PARTITIONS)).then_some(launch_write_units),
        ..warm
    }
}

#[cfg(test)]
mod tests;
