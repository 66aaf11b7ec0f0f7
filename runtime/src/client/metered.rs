//! What writes take of their keys, as a monitor counts it.

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity, WriteRequest};

use super::{Item, refusing::Refusing, size::item_bytes, stored::stored_key};
use crate::{
    key::{ItemKey, KeyScalar},
    monitor::{Capacity, Touch, Watch},
    physics::capacity::write_units,
    schema::{EntitySchema, Projection},
};

/// One item that is written: its keys and its size.
#[derive(Debug)]
pub(crate) struct Weighed<'a> {
    pub(crate) table: &'a KeyScalar,
    /// The places of its indexes and its keys there.
    pub(crate) indexes: &'a [(usize, Option<ItemKey>)],
    pub(crate) bytes: u64,
}

impl<'a> Weighed<'a> {
    fn partition(&self, place: usize) -> Option<&'a KeyScalar> {
        if place == 0 {
            return Some(self.table);
        }
        let (_, key) = self.indexes.iter().find(|(index, _)| *index == place)?;
        key.as_ref().map(|key| &key.partition)
    }

    /// What writing it takes of a key at most, as far as its size tells: an index holds all of it, or its keys.
    fn units(&self, entity: &EntitySchema, place: usize) -> f64 {
        let index = entity.keys.get(place).and_then(|key| key.index).and_then(|name| entity.table.index(name));
        let bytes = match index.map(|index| index.projection) {
            Some(Projection::KeysOnly) => 0,
            Some(Projection::All | Projection::Include(_)) | None => self.bytes,
        };
        write_units(bytes) as f64
    }
}

impl Watch {
    /// What requests ask for: the units of the table and of each index.
    pub(crate) const ASKS: ReturnConsumedCapacity = ReturnConsumedCapacity::Indexes;

    /// Items that one request wrote. What DynamoDB says of the table and of each index is divided among them by size;
    /// where it says nothing, their sizes count.
    pub(crate) fn wrote(
        &self,
        entity: &'static EntitySchema,
        written: &[Weighed<'_>],
        consumed: Option<&ConsumedCapacity>,
    ) {
        let touches = (0..entity.keys.len()).flat_map(|place| {
            let of_place =
                written.iter().filter_map(move |item| Some((item.partition(place)?, item.units(entity, place))));
            let computed: f64 = of_place.clone().map(|(_, units)| units).sum();
            let factor = units_of(entity, place, consumed).map_or(1.0, |consumed| consumed / computed);
            of_place.map(move |(partition, units)| Touch {
                entity,
                place,
                partition,
                units: units * factor,
                is_refused: false,
            })
        });
        self.record(Capacity::Write, touches);
    }

    /// A write whose condition was not met: it costs as much as the item that is there.
    pub(crate) fn condition_failed(&self, entity: &'static EntitySchema, table: &KeyScalar, stored: Option<&Item>) {
        let units = write_units(stored.map_or(0, item_bytes)) as f64;
        let touch = Touch { entity, place: 0, partition: table, units, is_refused: false };
        self.record(Capacity::Write, [touch]);
    }

    /// An item that was not written, because a key of it throttled.
    pub(crate) fn refused(&self, entity: &'static EntitySchema, item: &Weighed<'_>, refusing: &Refusing) {
        let refused =
            (0..entity.keys.len()).filter(|place| refusing.is_by(entity.keys.get(*place).and_then(|key| key.index)));
        let touches = refused.filter_map(|place| {
            let (partition, units) = (item.partition(place)?, item.units(entity, place));
            Some(Touch { entity, place, partition, units, is_refused: true })
        });
        self.record(Capacity::Write, touches);
    }
}

/// The units that an answer has for the table or for the index of a key; 0 for an index that it does not name. `None` where
/// it does not tell them apart.
fn units_of(entity: &EntitySchema, place: usize, consumed: Option<&ConsumedCapacity>) -> Option<f64> {
    let consumed = consumed?;
    let table = consumed.table()?.capacity_units()?;
    match entity.keys.get(place)?.index {
        None => Some(table),
        Some(name) => {
            let index = consumed.global_secondary_indexes().and_then(|indexes| indexes.get(name));
            Some(index.and_then(|index| index.capacity_units()).unwrap_or_default())
        }
    }
}

/// The keys and the size of an item that a batch puts: what [`Weighed`] borrows.
pub(crate) struct Put {
    pub(crate) key: ItemKey,
    indexes: Vec<(usize, Option<ItemKey>)>,
    bytes: u64,
}

impl Put {
    /// `None` for a request that puts nothing.
    pub(crate) fn of(entity: &'static EntitySchema, request: &WriteRequest) -> Option<Self> {
        let item = request.put_request()?.item();
        let indexes = (1..entity.keys.len()).map(|place| (place, stored_key(entity, place, item))).collect();
        Some(Self { key: stored_key(entity, 0, item)?, indexes, bytes: item_bytes(item) })
    }

    pub(crate) fn weighed(&self) -> Weighed<'_> {
        Weighed { table: &self.key.partition, indexes: &self.indexes, bytes: self.bytes }
    }
}
