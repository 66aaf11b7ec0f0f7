//! Computes the capacity that writes consume of their keys.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity, TransactWriteItem, WriteRequest};

use super::{Capacity, KeyUsage, Watch};
use crate::{
    Item,
    item::{size::item_bytes, stored::stored_key},
    key::{ItemKey, KeyScalar},
    physics::{capacity::write_units, limits::TRANSACTION_FACTOR},
    schema::{EntitySchema, IndexProjection},
    throttling::Refusing,
};

/// One written item: its keys and its size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemWrite<'a> {
    pub(crate) table: &'a KeyScalar,
    /// The positions of the item's indexes, and its keys in them.
    pub(crate) indexes: &'a [(usize, Option<ItemKey>)],
    pub(crate) bytes: u64,
}

impl<'a> ItemWrite<'a> {
    fn partition(&self, place: usize) -> Option<&'a KeyScalar> {
        if place == 0 {
            return Some(self.table);
        }
        let (_, key) = self.indexes.iter().find(|(index, _)| *index == place)?;
        key.as_ref().map(|key| &key.partition)
    }

    /// The maximum units of a key that writing the item consumes, according to its size. An index contains the whole
    /// item, or only its keys. The entries in local secondary indexes count for the table's key.
    fn units(&self, entity: &EntitySchema, place: usize) -> f64 {
        let own = self.entry_units(entity, place);
        if place > 0 {
            return own;
        }
        let is_local = |place: &usize| entity.keys.get(*place).is_some_and(|key| key.local);
        let local = self.indexes.iter().filter(|(_, key)| key.is_some()).map(|(place, _)| *place).filter(is_local);
        local.map(|place| self.entry_units(entity, place)).sum::<f64>() + own
    }

    fn entry_units(&self, entity: &EntitySchema, place: usize) -> f64 {
        let index = entity.keys.get(place).and_then(|key| key.index).and_then(|name| entity.table.index(name));
        let bytes = match index.map(|index| index.projection) {
            Some(IndexProjection::KeysOnly) => 0,
            Some(IndexProjection::All | IndexProjection::Include(_)) | None => self.bytes,
        };
        write_units(bytes) as f64
    }

    /// The units of each of the item's keys that writing it consumes.
    fn usages(&self, entity: &'static EntitySchema) -> impl Iterator<Item = KeyUsage<'a>> {
        places(entity).filter_map(move |place| {
            let (partition, units) = (self.partition(place)?, self.units(entity, place));
            Some(KeyUsage { entity, place, partition, units, is_refused: false })
        })
    }
}

impl Watch {
    /// Requests the consumed units of the table and of each index.
    pub(crate) const RETURN_CONSUMED: ReturnConsumedCapacity = ReturnConsumedCapacity::Indexes;

    /// Counts an item that one request wrote, by the units in DynamoDB's answer or, if it has none, by the item's size.
    pub(crate) fn record_write(
        &self,
        entity: &'static EntitySchema,
        written: ItemWrite<'_>,
        consumed: Option<&ConsumedCapacity>,
    ) {
        let usages = written
            .usages(entity)
            .map(|usage| KeyUsage { units: units_of(index_of(&usage), consumed).unwrap_or(usage.units), ..usage });
        self.record(Capacity::Write, usages);
    }

    /// Counts items that one request wrote. The units of the table and of each index in DynamoDB's answer are divided
    /// among the items by size. If it has none, the sizes count.
    pub(crate) fn record_writes(
        &self,
        written: &[(&'static EntitySchema, ItemWrite<'_>)],
        consumed: Option<&ConsumedCapacity>,
    ) {
        self.record(Capacity::Write, shares(written, consumed));
    }

    /// Counts items that one transaction wrote or checked, like [`record_writes`](Self::record_writes). If the sizes
    /// count, the units of the table are doubled.
    ///
    /// If a token is reused, the answer reports only the cost of reading it. The sizes then count.
    pub(crate) fn transacted(
        &self,
        written: &[(&'static EntitySchema, ItemWrite<'_>)],
        consumed: Option<&ConsumedCapacity>,
    ) {
        let is_read = |consumed: &&ConsumedCapacity| consumed.read_capacity_units().is_some_and(|units| units > 0.0);
        let consumed = consumed.filter(|consumed| !is_read(consumed));
        let mut usages = shares(written, consumed);
        if consumed.is_none() {
            let of_table = usages.iter_mut().filter(|usage| usage.place == 0);
            of_table.for_each(|usage| usage.units *= TRANSACTION_FACTOR as f64);
        }
        self.record(Capacity::Write, usages);
    }

    /// Counts a write whose condition failed. It costs as much as a write of the stored item.
    pub(crate) fn condition_failed(&self, entity: &'static EntitySchema, table: &KeyScalar, stored: Option<&Item>) {
        let units = write_units(stored.map_or(0, item_bytes)) as f64;
        let usage = KeyUsage { entity, place: 0, partition: table, units, is_refused: false };
        self.record(Capacity::Write, [usage]);
    }

    /// Counts an item that was not written because one of its keys was throttled.
    pub(crate) fn refused(&self, entity: &'static EntitySchema, item: &ItemWrite<'_>, refusing: &Refusing) {
        let refused = places(entity).filter(|place| refusing.is_by(entity.keys.get(*place).and_then(|key| key.index)));
        let usages = refused.filter_map(|place| {
            let (partition, units) = (item.partition(place)?, item.units(entity, place));
            Some(KeyUsage { entity, place, partition, units, is_refused: true })
        });
        self.record(Capacity::Write, usages);
    }
}

/// The units of each key that writing these items consumes. The units in an answer for the table and for each index are
/// divided among the items by size.
fn shares<'a>(
    written: &[(&'static EntitySchema, ItemWrite<'a>)],
    consumed: Option<&ConsumedCapacity>,
) -> Vec<KeyUsage<'a>> {
    let mut usages: Vec<_> = written.iter().flat_map(|(entity, item)| item.usages(entity)).collect();
    if consumed.is_some() {
        let mut computed = BTreeMap::<_, f64>::new();
        for usage in &usages {
            *computed.entry(index_of(usage)).or_default() += usage.units;
        }
        for usage in &mut usages {
            let index = index_of(usage);
            if let Some((consumed, computed)) = units_of(index, consumed).zip(computed.get(&index)) {
                usage.units *= consumed / computed;
            }
        }
    }
    usages
}

/// The positions of the keys that have their own partitions. Local secondary indexes are excluded, because they share
/// the table's partitions.
fn places(entity: &EntitySchema) -> impl Iterator<Item = usize> {
    entity.keys.iter().enumerate().filter(|(_, key)| !key.local).map(|(place, _)| place)
}

/// The index of a key. `None` for the table.
fn index_of(usage: &KeyUsage<'_>) -> Option<&'static str> {
    usage.entity.keys.get(usage.place).and_then(|key| key.index)
}

/// The units in an answer for the table or for an index. 0 for an index that the answer does not contain. `None` if the
/// answer does not separate tables and indexes.
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

/// The owned form of [`ItemWrite`], for an item that a batch writes.
pub(crate) struct OwnedItemWrite {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: ItemKey,
    indexes: Vec<(usize, Option<ItemKey>)>,
    bytes: u64,
}

impl OwnedItemWrite {
    /// Converts a request of a batch. For a delete, neither the item's size nor its index keys are known.
    pub(crate) fn of(entity: &'static EntitySchema, request: &WriteRequest) -> Option<Self> {
        if let Some(delete) = request.delete_request() {
            return Some(Self { entity, key: stored_key(entity, 0, delete.key())?, indexes: Vec::new(), bytes: 0 });
        }
        Self::of_item(entity, request.put_request()?.item())
    }

    /// Converts an action of a transaction. For an action other than a put, only the table key is known.
    pub(crate) fn from_action(entity: &'static EntitySchema, action: &TransactWriteItem) -> Option<Self> {
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

    pub(crate) fn item_write(&self) -> ItemWrite<'_> {
        ItemWrite { table: &self.key.partition, indexes: &self.indexes, bytes: self.bytes }
    }
}
