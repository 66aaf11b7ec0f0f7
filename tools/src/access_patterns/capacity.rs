//! Computes the capacity of the table and its global indexes at the declared peaks.

use keywright::{
    load::peak_units,
    physics::limits::{NEW_TABLE_PARTITIONS, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS},
    schema::{EntitySchema, TableSchema},
};
use serde::Serialize;

use crate::plan::{self, PlacePlan};
use crate::prices::Amount;

/// The table or a global index at the declared peaks of all entities that write it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Capacity {
    /// Write units per second of all declared peaks together. For the table, this includes entries in local indexes and
    /// sentinels.
    pub peak_wcu: u64,
    /// The part of these units that writes sentinels, which have partition keys of their own.
    pub sentinel_wcu: u64,
    /// Read units per second of all declared reads together.
    pub peak_rcu: f64,
    /// The keys whose peak is declared.
    pub declared_keys: u64,
    /// The keys without a declared peak. They are not included in the sums.
    pub undeclared_keys: u64,
    /// The number of initial partitions: those of the warm throughput, or of a new on-demand table.
    pub partitions: u64,
    /// The warm throughput that the generated templates request, and the quota.
    #[serde(flatten)]
    pub throughput: PlacePlan,
    /// The cost of a month at the declared means; a peak without a mean counts as if it lasted all month. Included in
    /// the month of the whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_per_month: Option<Amount>,
}

impl Capacity {
    /// Returns whether the generated templates request warm throughput here.
    pub(super) fn requests_warm_throughput(&self) -> bool {
        self.throughput.warm_wcu.is_some() || self.throughput.warm_rcu.is_some()
    }
}

/// Returns the capacity of the table, then of its global indexes.
pub(super) fn capacity(table: &TableSchema, entities: &[&'static EntitySchema]) -> Vec<Capacity> {
    plan::places(table, entities).into_iter().map(|place| at_peak(place, entities)).collect()
}

fn at_peak(place: PlacePlan, entities: &[&'static EntitySchema]) -> Capacity {
    let keys = || {
        let all = entities.iter().flat_map(|entity| (0..entity.places()).map(move |key| (entity, key)));
        all.filter(|(entity, key)| entity.key_at(*key).is_some_and(|key| key.index == place.index && !key.local))
    };
    let declared = keys().filter(|(entity, key)| entity.demand(*key).is_some()).count();
    let units = peak_units(entities, place.index);
    Capacity {
        peak_wcu: units.write_units,
        sentinel_wcu: units.sentinel_units,
        peak_rcu: units.read_units,
        declared_keys: declared as u64,
        undeclared_keys: (keys().count() - declared) as u64,
        partitions: partitions(&place),
        throughput: place,
        price_per_month: None,
    }
}

fn partitions(place: &PlacePlan) -> u64 {
    let of_writes = place.warm_wcu.unwrap_or_default().div_ceil(PARTITION_WRITE_UNITS);
    let of_reads = place.warm_rcu.unwrap_or_default().div_ceil(PARTITION_READ_UNITS);
    of_writes.max(of_reads).max(NEW_TABLE_PARTITIONS)
}
