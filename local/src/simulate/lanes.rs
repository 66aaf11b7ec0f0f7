//! Partition keys as texts, and where a table or index has them.

use std::collections::HashMap;
use std::rc::Rc;

use keywright::key::{ItemKey, KeyValue};
use keywright::schema::ShardBy;

use super::item::{Item, Maker};
use crate::partitions::{Due, Kind, Ledger, Resource};

/// More keys than these are written anew rather than kept.
const MOST_KEPT: usize = 100_000;

/// A partition key.
#[derive(Debug)]
pub(super) struct Lane {
    key: String,
    hash: u64,
}

/// The units of an item under one of its keys.
#[derive(Debug, Clone)]
pub(super) struct Charge {
    /// The place of the key in the entity's.
    pub(super) key: usize,
    /// The place of the table or index in [`Resources`].
    pub(super) resource: usize,
    lane: Rc<Lane>,
    units: f64,
}

/// The table first, then its indexes.
#[derive(Debug)]
pub(super) struct Resources(pub(super) Vec<Resource>);

impl Ledger for Resources {
    type Charge = Charge;

    fn find<'a>(&'a mut self, charge: &'a Charge) -> Option<(&'a mut Resource, Due<'a>)> {
        let Charge { lane, units, .. } = charge;
        let resource = self.0.get_mut(charge.resource)?;
        let place = resource.place(lane.hash, 0);
        let due = Due { place, key: Some(&lane.key), sort: None, kind: Kind::Write, units: *units };
        Some((resource, due))
    }
}

/// The keys of the last items: an item's key is written only if no item before had the same.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    known: HashMap<Vec<u64>, Rc<Lane>>,
    fingerprint: Vec<u64>,
}

impl Lanes {
    /// What an item costs, and where. `turn` counts the turns of its writer.
    pub(super) fn charges(
        &mut self,
        maker: &Maker,
        resources: &Resources,
        item: &Item,
        turn: u32,
        charges: &mut Vec<Charge>,
    ) -> keywright::Result<()> {
        charges.clear();
        let entity = maker.entity;
        let value = |field| maker.value(item, field);
        let mut table_key = None;
        for ((key, schema), resource) in entity.keys.iter().enumerate().zip(&maker.places) {
            let Some(units) = maker.units(item, key) else { continue };
            let by_table_key = schema.shard.is_some_and(|shard| matches!(shard.by, ShardBy::TableKey));
            if by_table_key && table_key.is_none() {
                table_key = whole_key(maker, &value, turn)?;
            }
            let shard = entity.shard_in_turn(key, &value, table_key.as_ref(), turn)?;
            self.fingerprint.clear();
            self.fingerprint.extend([maker.number, key as u64, shard.map_or(0, |shard| u64::from(shard) + 1)]);
            maker.fingerprint(item, key, &mut self.fingerprint);
            let lane = match self.known.get(self.fingerprint.as_slice()) {
                Some(lane) => Rc::clone(lane),
                None => {
                    let Some(text) = entity.partition_key(key, &value, shard)? else { continue };
                    let Some(resource) = resources.0.get(*resource) else { continue };
                    let text = text.to_string();
                    let lane = Rc::new(Lane { hash: resource.hash_of_key(&text), key: text });
                    if self.known.len() >= MOST_KEPT {
                        self.known.clear();
                    }
                    self.known.insert(self.fingerprint.clone(), Rc::clone(&lane));
                    lane
                }
            };
            charges.push(Charge { key, resource: *resource, lane, units });
        }
        Ok(())
    }
}

/// The table key of an item, of which a sharded index has the hash.
fn whole_key(
    maker: &Maker,
    value: &dyn Fn(u8) -> Option<KeyValue<'static>>,
    turn: u32,
) -> keywright::Result<Option<ItemKey>> {
    let shard = maker.entity.shard_in_turn(0, value, None, turn)?;
    maker.entity.item_key(0, value, shard)
}
