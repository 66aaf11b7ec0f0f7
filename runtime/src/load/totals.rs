//! The declared peaks of all entities together.

use super::reads::declared_read_units;
use crate::{physics::write_cost::WriteCall, schema::EntitySchema};

/// Units per second of all declared peaks on a table or an index.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct PeakUnits {
    /// Write units per second. On a table, they include those of entries in local indexes and of
    /// [sentinels](crate::unique).
    pub write_units: u64,
    /// Write units per second of sentinels alone, which have their own partition keys.
    pub sentinel_units: u64,
    /// Read units per second of the declared reads.
    pub read_units: f64,
}

/// Returns the units per second of the declared peaks of `entities` on an index or, with `None`, on the table. The
/// write units are the sum of [`Demand::units_per_second`](super::Demand::units_per_second) and of those of sentinels.
/// A peak that is not declared counts as 0.
pub fn peak_units(entities: &[&EntitySchema], index: Option<&str>) -> PeakUnits {
    let writes = keys_on(entities, index).filter_map(|(entity, place)| entity.demand(place));
    let writes = writes.fold(0_u64, |sum, demand| sum.saturating_add(demand.units_per_second));
    let sentinels = match index {
        None => entities.iter().map(|entity| sentinel_units(entity)).fold(0_u64, u64::saturating_add),
        Some(_) => 0,
    };
    PeakUnits {
        write_units: writes.saturating_add(sentinels),
        sentinel_units: sentinels,
        read_units: declared_read_units(entities, index),
    }
}

/// Write units per second of an entity's sentinels. Each create and delete of an item writes all of them.
fn sentinel_units(entity: &EntitySchema) -> u64 {
    let (Some(demand), Some(cost)) = (entity.demand(0), entity.write_cost(WriteCall::Put)) else { return 0 };
    let [creates, _, deletes] = demand.rates;
    creates.saturating_add(deletes).saturating_mul(cost.table_units.saturating_sub(cost.item_units))
}

/// The keys with partitions on an index or on the table. Excludes the keys of local indexes, whose entries are in the
/// table's partitions.
fn keys_on<'a>(
    entities: &'a [&'a EntitySchema],
    index: Option<&'a str>,
) -> impl Iterator<Item = (&'a EntitySchema, usize)> {
    let places = entities.iter().flat_map(|entity| entity.every_key().enumerate().map(move |key| (*entity, key)));
    places.filter(move |(_, (_, key))| key.index == index && !key.local).map(|(entity, (place, _))| (entity, place))
}
