//! Writes partition keys, and finds their positions in a table or index.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use keywright::key::{ItemKey, KeyValue};
use keywright::schema::ShardBy;

use super::generator::{RequestGenerator, push};
use super::item::Item;
use super::mix::Kind;
use super::request::Request;
use crate::partitions::{self, Due, Ledger, Resource};

/// The maximum number of cached keys. Others are written again when needed.
const MAX_CACHED_KEYS: usize = 100_000;

/// The index of the table in [`Resources`].
const TABLE: usize = 0;

/// A partition key.
#[derive(Debug)]
pub(super) struct Lane {
    key: String,
    hash: u64,
}

/// The units of a request for one of its keys.
#[derive(Debug, Clone)]
pub(super) struct Charge {
    /// The position of the key among the entity's. `None` for a sentinel's.
    pub(super) key: Option<usize>,
    /// The position of the table or index in [`Resources`].
    pub(super) resource: usize,
    lane: Rc<Lane>,
    sort: u64,
    kind: partitions::Kind,
    units: f64,
}

/// The resources: the table first, then its indexes.
#[derive(Debug)]
pub(super) struct Resources(pub(super) Vec<Resource>);

impl Ledger for Resources {
    type Charge = Charge;

    fn find<'a>(&'a mut self, charge: &'a Charge) -> Option<(&'a mut Resource, Due<'a>)> {
        let Charge { lane, sort, kind, units, .. } = charge;
        let resource = self.0.get_mut(charge.resource)?;
        let place = resource.place(lane.hash, *sort);
        Some((resource, Due { place, key: Some(&lane.key), sort: None, kind: *kind, units: *units }))
    }
}

/// A cache of the keys of recent items: an item's key is written only if no recent item had an equal one.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    known: HashMap<u128, Rc<Lane>, BuildHasherDefault<Mixed>>,
}

/// A value that is already a hash.
#[derive(Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u128(&mut self, number: u128) {
        self.0 = number as u64;
    }
}

/// Collects the charges of a request.
struct Bill<'a> {
    lanes: &'a mut Lanes,
    generator: &'a RequestGenerator,
    resources: &'a Resources,
    charges: &'a mut Vec<Charge>,
}

impl Lanes {
    /// Returns the charges of a request.
    pub(super) fn charges(
        &mut self,
        generator: &RequestGenerator,
        resources: &Resources,
        request: &Request,
        charges: &mut Vec<Charge>,
    ) -> keywright::Result<()> {
        charges.clear();
        let mut bill = Bill { lanes: self, generator, resources, charges };
        match request.kind {
            Kind::Query(key) => bill.query(request, key),
            Kind::Get => bill.get(request),
            Kind::Create | Kind::Update | Kind::Delete => bill.write(request),
        }
    }

    fn known(
        &mut self,
        fingerprint: u128,
        write: impl FnOnce() -> keywright::Result<Option<Lane>>,
    ) -> keywright::Result<Option<Rc<Lane>>> {
        if let Some(lane) = self.known.get(&fingerprint) {
            return Ok(Some(Rc::clone(lane)));
        }
        let Some(lane) = write()?.map(Rc::new) else { return Ok(None) };
        if self.known.len() >= MAX_CACHED_KEYS {
            self.known.clear();
        }
        self.known.insert(fingerprint, Rc::clone(&lane));
        Ok(Some(lane))
    }
}

impl Bill<'_> {
    fn write(&mut self, request: &Request) -> keywright::Result<()> {
        let Request { kind, is_transaction, item, before } = request;
        let Some(cost) = self.generator.cost(item) else { return Ok(()) };
        let of_write = cost.of_write(*kind, *is_transaction);
        self.charge(item, 0, partitions::Kind::Write, cost.on_own_key(&of_write))?;
        if of_write.read_units > 0.0 {
            self.charge(item, 0, partitions::Kind::Read, of_write.read_units)?;
        }
        if of_write.sentinels > 0 {
            self.sentinels(item, of_write.sentinel_units as f64);
        }
        for key in 1..self.generator.entity.places() {
            if !self.generator.is_entry(item, key) {
                continue;
            }
            match before {
                Some(before) if self.generator.entity.can_move(key) => {
                    self.charge(before, key, partitions::Kind::Write, cost.of_entry(key))?;
                    self.charge(item, key, partitions::Kind::Write, cost.of_entry(key))?;
                }
                _ if *kind == Kind::Update => {
                    self.charge(item, key, partitions::Kind::Write, cost.of_unmoved(key))?;
                }
                _ => self.charge(item, key, partitions::Kind::Write, cost.of_entry(key))?,
            }
        }
        Ok(())
    }

    /// Charges the sentinels, each with its own partition key.
    fn sentinels(&mut self, item: &Item, units: f64) {
        let Some(table) = self.resources.0.get(TABLE) else { return };
        for (prefix, fields) in &self.generator.sentinels {
            let values: Vec<_> = fields.iter().map(|field| self.generator.draw(item, *field).to_string()).collect();
            let key = format!("{prefix}{}", values.join("#"));
            let lane = Rc::new(Lane { hash: table.hash_of_key(&key), key });
            let kind = partitions::Kind::Write;
            self.charges.push(Charge { key: None, resource: TABLE, lane, sort: 0, kind, units });
        }
    }

    fn get(&mut self, request: &Request) -> keywright::Result<()> {
        let Some(cost) = self.generator.cost(&request.item) else { return Ok(()) };
        let shard = self.generator.entity.keys.first().and_then(|key| key.shard);
        match shard.map(|shard| shard.by) {
            // The item can be in each of the shards.
            Some(ShardBy::Random) => self.query(request, 0),
            _ => self.charge(&request.item, 0, partitions::Kind::Read, cost.of_read(request.kind)),
        }
    }

    /// Charges a read of every shard.
    fn query(&mut self, request: &Request, key: usize) -> keywright::Result<()> {
        let Some(cost) = self.generator.cost(&request.item) else { return Ok(()) };
        let units = cost.of_read(request.kind);
        let shard = self.generator.entity.keys.get(key).and_then(|key| key.shard);
        let Some(sharding) = shard else {
            return self.charge_lane(&request.item, key, None, partitions::Kind::Read, units);
        };
        for number in 0..sharding.count_at(self.generator.time(&request.item)) {
            let shard = Some(sharding.first.saturating_add(number));
            self.charge_lane(&request.item, key, shard, partitions::Kind::Read, units)?;
        }
        Ok(())
    }

    /// Charges the item's own lane of a key.
    fn charge(&mut self, item: &Item, key: usize, kind: partitions::Kind, units: f64) -> keywright::Result<()> {
        if units <= 0.0 {
            return Ok(());
        }
        let Some(schema) = self.generator.entity.key_at(key) else { return Ok(()) };
        let value = |field| self.generator.value(item, field);
        let shard = match schema.shard.map(|shard| shard.by) {
            None => None,
            Some(ShardBy::TableKey) => {
                let table_key = whole_key(self.generator, &value, item.turn)?;
                self.generator.entity.shard_in_turn(key, &value, table_key.as_ref(), item.turn)?
            }
            Some(_) => self.generator.entity.shard_in_turn(key, &value, None, item.turn)?,
        };
        self.charge_lane(item, key, shard, kind, units)
    }

    fn charge_lane(
        &mut self,
        item: &Item,
        key: usize,
        shard: Option<u32>,
        kind: partitions::Kind,
        units: f64,
    ) -> keywright::Result<()> {
        let Self { lanes, generator, resources, charges } = self;
        let mut fingerprint = 0;
        let shard_number = shard.map_or(0, |shard| u64::from(shard) + 1);
        push(&mut fingerprint, (generator.number << 8) ^ key as u64);
        push(&mut fingerprint, shard_number);
        generator.fingerprint(item, key, &mut fingerprint);
        let Some(resource) = generator.places.get(key).copied() else { return Ok(()) };
        let lane = lanes.known(fingerprint, || {
            let text = generator.entity.partition_key(key, &|field| generator.value(item, field), shard)?;
            let resource = resources.0.get(resource);
            Ok(text.zip(resource).map(|(text, resource)| {
                let key = text.to_string();
                Lane { hash: resource.hash_of_key(&key), key }
            }))
        })?;
        if let Some(lane) = lane {
            let sort = generator.sort_position(item, key);
            charges.push(Charge { key: Some(key), resource, lane, sort, kind, units });
        }
        Ok(())
    }
}

/// Returns the table key of an item, from which a sharded index computes its hash.
fn whole_key(
    generator: &RequestGenerator,
    value: &dyn Fn(u8) -> Option<KeyValue<'static>>,
    turn: u32,
) -> keywright::Result<Option<ItemKey>> {
    let shard = generator.entity.shard_in_turn(0, value, None, turn)?;
    generator.entity.item_key(0, value, shard)
}
