//! What writes take of their keys, as a monitor counts it.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity, TransactWriteItem, WriteRequest};

use super::{Capacity, Touch, Watch};
use crate::{
    Item,
    item::{size::item_bytes, stored::stored_key},
    key::{ItemKey, KeyScalar},
    physics::{capacity::write_units, limits::TRANSACTION_FACTOR},
    schema::{EntitySchema, IndexProjection},
    throttling::Refusing,
};

/// One item that is written: its keys and its size.
#[derive(Debug, Clone, Copy)]
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

    /// What writing it takes of a key at most, as far as its size tells: an index holds all of it, or its keys. The
    /// table's key pays for the entries in local indexes too.
    fn units(&self, entity: &EntitySchema, place: usize) -> f64 {
        let own = self.units_of_one(entity, place);
        if place > 0 {
            return own;
        }
        let is_local = |place: &usize| entity.keys.get(*place).is_some_and(|key| key.local);
        let local = self.indexes.iter().filter(|(_, key)| key.is_some()).map(|(place, _)| *place).filter(is_local);
        local.map(|place| self.units_of_one(entity, place)).sum::<f64>() + own
    }

    fn units_of_one(&self, entity: &EntitySchema, place: usize) -> f64 {
        let index = entity.keys.get(place).and_then(|key| key.index).and_then(|name| entity.table.index(name));
        let bytes = match index.map(|index| index.projection) {
            Some(IndexProjection::KeysOnly) => 0,
            Some(IndexProjection::All | IndexProjection::Include(_)) | None => self.bytes,
        };
        write_units(bytes) as f64
    }

    /// What writing it takes of each of its keys.
    fn touches(&self, entity: &'static EntitySchema) -> impl Iterator<Item = Touch<'a>> {
        places(entity).filter_map(move |place| {
            let (partition, units) = (self.partition(place)?, self.units(entity, place));
            Some(Touch { entity, place, partition, units, is_refused: false })
        })
    }
}

impl Watch {
    /// What requests ask for: the units of the table and of each index.
    pub(crate) const ASKS: ReturnConsumedCapacity = ReturnConsumedCapacity::Indexes;

    /// An item that one request wrote: what DynamoDB says of it or, where it says nothing, its size counts.
    pub(crate) fn wrote(
        &self,
        entity: &'static EntitySchema,
        written: Weighed<'_>,
        consumed: Option<&ConsumedCapacity>,
    ) {
        let touches = written
            .touches(entity)
            .map(|touch| Touch { units: units_of(index_of(&touch), consumed).unwrap_or(touch.units), ..touch });
        self.record(Capacity::Write, touches);
    }

    /// Items that one request wrote. What DynamoDB says of the table and of each index is divided among them by size;
    /// where it says nothing, their sizes count.
    pub(crate) fn wrote_all(
        &self,
        written: &[(&'static EntitySchema, Weighed<'_>)],
        consumed: Option<&ConsumedCapacity>,
    ) {
        self.record(Capacity::Write, shares(written, consumed));
    }

    /// Items that one transaction wrote or checked, as [`wrote_all`](Self::wrote_all); by size the table takes twice as
    /// much.
    ///
    /// An answer that comes again, to a token that was carried out before, tells what it cost to read it: what was
    /// written then counts by size.
    pub(crate) fn transacted(
        &self,
        written: &[(&'static EntitySchema, Weighed<'_>)],
        consumed: Option<&ConsumedCapacity>,
    ) {
        let is_read = |consumed: &&ConsumedCapacity| consumed.read_capacity_units().is_some_and(|units| units > 0.0);
        let consumed = consumed.filter(|consumed| !is_read(consumed));
        let mut touches = shares(written, consumed);
        if consumed.is_none() {
            let of_table = touches.iter_mut().filter(|touch| touch.place == 0);
            of_table.for_each(|touch| touch.units *= TRANSACTION_FACTOR as f64);
        }
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
        let refused = places(entity).filter(|place| refusing.is_by(entity.keys.get(*place).and_then(|key| key.index)));
        let touches = refused.filter_map(|place| {
            let (partition, units) = (item.partition(place)?, item.units(entity, place));
            Some(Touch { entity, place, partition, units, is_refused: true })
        });
        self.record(Capacity::Write, touches);
    }
}

/// What writing these items takes of each of their keys: what an answer has for the table and for each index, divided
/// among them by size.
fn shares<'a>(written: &[(&'static EntitySchema, Weighed<'a>)], consumed: Option<&ConsumedCapacity>) -> Vec<Touch<'a>> {
    let mut touches: Vec<_> = written.iter().flat_map(|(entity, item)| item.touches(entity)).collect();
    if consumed.is_some() {
        let mut computed = BTreeMap::<_, f64>::new();
        for touch in &touches {
            *computed.entry(index_of(touch)).or_default() += touch.units;
        }
        for touch in &mut touches {
            let index = index_of(touch);
            if let Some((consumed, computed)) = units_of(index, consumed).zip(computed.get(&index)) {
                touch.units *= consumed / computed;
            }
        }
    }
    touches
}

/// The places of the keys that have partitions of their own: not those of local indexes, which lie on the table's.
fn places(entity: &EntitySchema) -> impl Iterator<Item = usize> {
    entity.keys.iter().enumerate().filter(|(_, key)| !key.local).map(|(place, _)| place)
}

/// The index that a touch is of; `None` for the table.
fn index_of(touch: &Touch<'_>) -> Option<&'static str> {
    touch.entity.keys.get(touch.place).and_then(|key| key.index)
}

/// The units that an answer has for the table or for an index; 0 for an index that it does not name. `None` where it
/// does not tell them apart.
fn units_of(index: Option<&str>, consumed: Option<&ConsumedCapacity>) -> Option<f64> {
    let consumed = consumed?;
    let table = consumed.table()?.capacity_units()?;
    match index {
        None => {
            let local = consumed.local_secondary_indexes().into_iter().flat_map(|indexes| indexes.values());
            Some(table + local.filter_map(|index| index.capacity_units()).sum::<f64>())
        }
        Some(name) => {
            let index = consumed.global_secondary_indexes().and_then(|indexes| indexes.get(name));
            Some(index.and_then(|index| index.capacity_units()).unwrap_or_default())
        }
    }
}

/// The keys and the size of an item that a batch writes: what [`Weighed`] borrows.
pub(crate) struct Weighable {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: ItemKey,
    indexes: Vec<(usize, Option<ItemKey>)>,
    bytes: u64,
}

impl Weighable {
    /// Of a delete neither the item's size is known nor the keys that it leaves in the indexes.
    pub(crate) fn of(entity: &'static EntitySchema, request: &WriteRequest) -> Option<Self> {
        if let Some(delete) = request.delete_request() {
            return Some(Self { entity, key: stored_key(entity, 0, delete.key())?, indexes: Vec::new(), bytes: 0 });
        }
        Self::of_item(entity, request.put_request()?.item())
    }

    /// Of an action of a transaction that is not a put, what stands in its key is known.
    pub(crate) fn of_action(entity: &'static EntitySchema, action: &TransactWriteItem) -> Option<Self> {
        if let Some(put) = action.put() {
            return Self::of_item(entity, put.item());
        }
        let update = action.update().map(|update| update.key());
        let delete = action.delete().map(|delete| delete.key());
        let key = update.or(delete).or_else(|| action.condition_check().map(|check| check.key()))?;
        Some(Self { entity, key: stored_key(entity, 0, key)?, indexes: Vec::new(), bytes: 0 })
    }

    fn of_item(entity: &'static EntitySchema, item: &Item) -> Option<Self> {
        let indexes = (1..entity.keys.len()).map(|place| (place, stored_key(entity, place, item))).collect();
        Some(Self { entity, key: stored_key(entity, 0, item)?, indexes, bytes: item_bytes(item) })
    }

    pub(crate) fn weighed(&self) -> Weighed<'_> {
        Weighed { table: &self.key.partition, indexes: &self.indexes, bytes: self.bytes }
    }
}
