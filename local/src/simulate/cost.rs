//! The cost of requests for items of one size, computed by the schema's own functions.

use keywright::load::ReadUnits;
use keywright::physics::limits::ITEM_BYTES;
use keywright::physics::read_cost::PAGE_ITEMS;
use keywright::physics::write_cost::{WriteCall, WriteCost};
use keywright::schema::{EntitySchema, KeySchema, Peak, PeakReads};

use super::load::Traffic;
use super::mix::Kind;
use crate::Error;

/// The number of sizes into which a range of sizes is divided.
const SIZES: u64 = 64;

/// The cost of each kind of request.
#[derive(Debug)]
pub(super) struct Cost {
    create: WriteCost,
    update: WriteCost,
    delete: WriteCost,
    /// Write units of the entries in local secondary indexes, which are in the table's partitions.
    local_units: f64,
    /// For each key, the write units of an entry that is created, deleted or moved.
    entry_units: Vec<f64>,
    /// For each key, the write units of an entry whose key does not change.
    unmoved_units: Vec<f64>,
    /// For each key, the read units of a query in each lane.
    query_units: Vec<f64>,
    /// Read units of a read of one item, in each lane that it visits.
    get_units: f64,
}

impl Cost {
    /// Returns the costs of items in this range of bytes.
    pub(super) fn by_size(entity: &EntitySchema, traffic: &Traffic) -> Result<Vec<Self>, Error> {
        let (least, most) = traffic.item_bytes;
        let sizes = if least == most { 1 } else { SIZES };
        let of_size = |number: u64| {
            let within = u128::from(most.saturating_sub(least)) * u128::from(number) / u128::from(sizes.max(2) - 1);
            Self::of(entity, traffic, least.saturating_add(within as u64))
        };
        (0..sizes).map(of_size).collect()
    }

    fn of(entity: &EntitySchema, traffic: &Traffic, item_bytes: u64) -> Result<Self, Error> {
        let sized = sized(entity, item_bytes);
        let stored = sized.entry_bytes(0).unwrap_or_default();
        if stored > ITEM_BYTES {
            let reason = format_args!("an item of `{}` has {stored} bytes, more than DynamoDB stores", entity.name);
            return Err(Error::fault(reason, "give at most 400 KB"));
        }
        let write = |call| sized.write_cost(call).ok_or_else(|| no_key(entity));
        let has_sentinels = entity.fields.iter().any(|field| field.unique.is_some());
        let create = if has_sentinels { WriteCall::Create } else { WriteCall::Put };
        let keys = || entity.every_key().enumerate();
        let by_key = |units: &dyn Fn(usize) -> Option<f64>| {
            keys().map(|(key, schema)| units(key).ok_or_else(|| no_index(entity, schema))).collect::<Result<_, _>>()
        };
        let read = |key: usize| -> Option<ReadUnits> {
            let index = entity.key_at(key)?.index.map(str::to_owned);
            let newest = PeakReads::new(0, PAGE_ITEMS);
            sized.read_units(key, traffic.declared.get(&index).unwrap_or(&newest))
        };
        Ok(Self {
            create: write(create)?,
            update: write(WriteCall::Update)?,
            delete: write(WriteCall::Delete)?,
            local_units: sized.local_write_units() as f64,
            entry_units: by_key(&|key| sized.write_units(key).map(|units| units as f64))?,
            unmoved_units: by_key(&|key| sized.unmoved_entry_units(key).map(|units| units as f64))?,
            query_units: by_key(&|key| Some(read(key)?.query_per_lane))?,
            get_units: read(0).ok_or_else(|| no_key(entity))?.get_per_lane,
        })
    }

    /// Returns the cost of a write in the table.
    pub(super) fn of_write(&self, kind: Kind, is_transaction: bool) -> WriteCost {
        let cost = match kind {
            Kind::Update => self.update,
            Kind::Delete => self.delete,
            _ => self.create,
        };
        if is_transaction { cost.in_transaction() } else { cost }
    }

    /// Returns the write units on the item's own partition key.
    pub(super) fn on_own_key(&self, cost: &WriteCost) -> f64 {
        let sentinels = cost.sentinels.saturating_mul(cost.sentinel_units);
        cost.table_units.saturating_sub(sentinels) as f64 + self.local_units
    }

    /// Returns the write units of an entry that is created, deleted or moved.
    pub(super) fn of_entry(&self, key: usize) -> f64 {
        self.entry_units.get(key).copied().unwrap_or_default()
    }

    /// Returns the write units of an entry whose key does not change.
    pub(super) fn of_unmoved(&self, key: usize) -> f64 {
        self.unmoved_units.get(key).copied().unwrap_or_default()
    }

    /// Returns the read units of a read in each lane.
    pub(super) fn of_read(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Query(key) => self.query_units.get(key).copied().unwrap_or_default(),
            _ => self.get_units,
        }
    }
}

/// Returns the entity, with items of these declared bytes.
fn sized(entity: &EntitySchema, item_bytes: u64) -> EntitySchema {
    let peak = Peak::new(0, item_bytes);
    EntitySchema { peak: Some(peak), ..*entity }
}

fn no_key(entity: &EntitySchema) -> Error {
    Error::fault(format_args!("`{}` has no key", entity.name), "give it a `#[pk(..)]`")
}

fn no_index(entity: &EntitySchema, key: &KeySchema) -> Error {
    let index = key.index.unwrap_or_default();
    let reason = format_args!("`{}` is in the index {index}, which its table does not declare", entity.name);
    Error::fault(reason, "declare it with `#[gsi(name = ..)]`")
}
