//! The declared peaks of all entities together.

use super::reads::read_units_per_second;
use crate::schema::EntitySchema;

/// Units a second of all declared peaks on a table or an index.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct PeakUnits {
    /// Write units a second. On a table, those of entries in local indexes are among them.
    pub write_units: u64,
    /// Read units a second, if each declared read asks for the newest 50 items, eventually consistent.
    pub read_units: f64,
}

/// The units a second that the declared peaks of `entities` take of an index or, with `None`, of the table: the sum of
/// [`Demand::units_per_second`](super::Demand::units_per_second) and of the declared reads. A peak that is not declared
/// counts as 0.
pub fn peak_units(entities: &[&EntitySchema], index: Option<&str>) -> PeakUnits {
    let writes = keys_on(entities, index).filter_map(|(entity, place)| entity.demand(place));
    PeakUnits {
        write_units: writes.fold(0, |sum, demand| sum.saturating_add(demand.units_per_second)),
        read_units: declared_read_units(entities, index),
    }
}

/// The read units a second of all declared reads.
pub(super) fn declared_read_units(entities: &[&EntitySchema], index: Option<&str>) -> f64 {
    keys_on(entities, index)
        .map(|(entity, place)| read_units_per_second(entity, place))
        .fold(0.0, |sum, units| sum + units)
}

/// The keys with partitions on an index or on the table: a local index's entries lie in those of the table.
fn keys_on<'a>(
    entities: &'a [&'a EntitySchema],
    index: Option<&'a str>,
) -> impl Iterator<Item = (&'a EntitySchema, usize)> {
    let places = entities.iter().flat_map(|entity| entity.keys.iter().enumerate().map(move |key| (*entity, key)));
    places.filter(move |(_, (_, key))| key.index == index && !key.local).map(|(entity, (place, _))| (entity, place))
}
