//! The write and read rates, by entity.

use std::collections::BTreeMap;

use keywright::schema::{EntitySchema, PeakReads};
use keywright::{Entity, Schema};

use super::Values;
use crate::Error;

/// With more requests per second, they would be less than 100 nanoseconds apart.
pub(super) const MAX_REQUESTS_PER_SECOND: f64 = 1e7;

/// The traffic of a table's entities: requests at random times, at mean rates.
#[derive(Debug, Clone, Default)]
#[must_use = "a load does nothing until a simulation has it"]
pub struct Load {
    /// The traffic of each entity, by its name.
    pub(super) traffic: BTreeMap<&'static str, Traffic>,
}

impl Load {
    /// Makes a load without traffic.
    pub fn none() -> Self {
        Self::default()
    }

    /// Makes the load that the schema declares: for each entity with a `#[peak(..)]`, its writes and reads per second,
    /// its bytes and the share of its most popular key. Entities without one have no traffic.
    pub fn declared<S: Schema>() -> Self {
        Self::declared_by(S::ENTITIES)
    }

    /// Like [`declared`](Self::declared), for entities that are given as data.
    pub fn declared_by(entities: &[&'static EntitySchema]) -> Self {
        let declared = |entity: &&'static EntitySchema| Some((entity.name, Traffic::declared_by(entity)?));
        Self { traffic: entities.iter().filter_map(declared).collect() }
    }

    /// Sets the traffic of one entity.
    pub fn entity<E: Entity>(mut self, traffic: Traffic) -> Self {
        self.traffic.insert(E::SCHEMA.name, traffic);
        self
    }

    /// Like [`entity`](Self::entity), for an entity that is given as data.
    pub fn entity_of(mut self, entity: &'static EntitySchema, traffic: Traffic) -> Self {
        self.traffic.insert(entity.name, traffic);
        self
    }
}

/// The traffic of one entity.
///
/// Updates, deletes and gets use one of the last 10,000 items that were created. While fewer have been created, the
/// others are items from before the simulation, with the distribution of new ones.
#[derive(Debug, Clone)]
#[must_use = "traffic does nothing until a load has it"]
pub struct Traffic {
    /// Requests per second.
    pub(super) creates: f64,
    pub(super) updates: f64,
    pub(super) deletes: f64,
    pub(super) gets: f64,
    /// Queries per second by index. `None` is the table.
    pub(super) queries: BTreeMap<Option<String>, f64>,
    /// The declared reads by index: the items of a query, and the consistency. Others are of the newest 50 items.
    pub(super) declared: BTreeMap<Option<String>, PeakReads>,
    pub(super) in_transactions: f64,
    /// The share of the updates that move the item's entry in an index.
    pub(super) moves: f64,
    /// The minimum and maximum declared bytes of an item.
    pub(super) item_bytes: (u64, u64),
    pub(super) top_share: Option<f64>,
    /// The values of each field, by its name.
    pub(super) values: BTreeMap<String, Values>,
}

impl Traffic {
    /// Makes traffic without any requests yet, of items with this many bytes, all attributes and keys included.
    pub const fn of_items(item_bytes: u64) -> Self {
        Self {
            creates: 0.0,
            updates: 0.0,
            deletes: 0.0,
            gets: 0.0,
            queries: BTreeMap::new(),
            declared: BTreeMap::new(),
            in_transactions: 0.0,
            moves: 1.0,
            item_bytes: (item_bytes, item_bytes),
            top_share: None,
            values: BTreeMap::new(),
        }
    }

    /// Makes traffic of new items at this rate: [`of_items`](Self::of_items) and [`creates`](Self::creates).
    ///
    /// # Errors
    ///
    /// If `items_per_second` is not above 0, or above 10 million.
    pub fn new(items_per_second: f64, item_bytes: u64) -> Result<Self, Error> {
        Self::of_items(item_bytes).creates(items_per_second)
    }

    /// Returns the traffic that an entity declares. `None` without a `#[peak(..)]`.
    // The one place that reads a declared peak.
    pub fn declared_by(entity: &EntitySchema) -> Option<Self> {
        let peak = entity.peak?;
        let keys = entity.keys.iter().enumerate();
        let declared: BTreeMap<_, _> = keys
            .filter_map(|(place, key)| Some((key.index.map(str::to_owned), entity.declared_reads(place)?)))
            .collect();
        let queries = declared.iter().map(|(index, reads)| (index.clone(), reads.queries as f64));
        Some(Self {
            creates: peak.creates as f64,
            updates: peak.updates as f64,
            deletes: peak.deletes as f64,
            in_transactions: peak.in_transactions,
            moves: entity.declared_moves(),
            gets: declared.get(&None).map_or(0.0, |reads| reads.gets as f64),
            queries: queries.filter(|(_, rate)| *rate > 0.0).collect(),
            declared,
            top_share: peak.top_share,
            ..Self::of_items(peak.item_bytes)
        })
    }

    /// Sets the new items per second.
    ///
    /// # Errors
    ///
    /// If `per_second` is not above 0, or above 10 million.
    pub fn creates(mut self, per_second: f64) -> Result<Self, Error> {
        self.creates = rate(per_second)?;
        Ok(self)
    }

    /// Sets the updates per second of existing items, in fields that are not unique. By default each moves the item's
    /// entry in every index whose key an update can change ([`moves`](Self::moves)).
    ///
    /// # Errors
    ///
    /// If `per_second` is not above 0, or above 10 million.
    pub fn updates(mut self, per_second: f64) -> Result<Self, Error> {
        self.updates = rate(per_second)?;
        Ok(self)
    }

    /// Sets the deletes per second of existing items.
    ///
    /// # Errors
    ///
    /// If `per_second` is not above 0, or above 10 million.
    pub fn deletes(mut self, per_second: f64) -> Result<Self, Error> {
        self.deletes = rate(per_second)?;
        Ok(self)
    }

    /// Sets the eventually consistent reads per second of one item by its key.
    ///
    /// # Errors
    ///
    /// If `per_second` is not above 0, or above 10 million.
    pub fn gets(mut self, per_second: f64) -> Result<Self, Error> {
        self.gets = rate(per_second)?;
        Ok(self)
    }

    /// Sets the eventually consistent queries per second of the newest 50 items of a key of the table, over all its
    /// shards.
    ///
    /// # Errors
    ///
    /// If `per_second` is not above 0, or above 10 million.
    pub fn queries(mut self, per_second: f64) -> Result<Self, Error> {
        self.queries.insert(None, rate(per_second)?);
        Ok(self)
    }

    /// Sets the queries per second of the newest 50 items of a key of an index.
    ///
    /// # Errors
    ///
    /// If `per_second` is not above 0, or above 10 million.
    pub fn queries_of(mut self, index: impl Into<String>, per_second: f64) -> Result<Self, Error> {
        self.queries.insert(Some(index.into()), rate(per_second)?);
        Ok(self)
    }

    /// Sets the share of the writes that are part of a transaction, from 0 to 1: they cost twice the units in the
    /// table. The default is 0. Items with unique fields are created and deleted in transactions in any case.
    ///
    /// # Errors
    ///
    /// If `share` is not from 0 to 1.
    pub fn in_transactions(mut self, share: f64) -> Result<Self, Error> {
        self.in_transactions = checked(share, "the writes")?;
        Ok(self)
    }

    /// Sets the share, from 0 to 1, of the updates that move the item's entry in an index whose key an update can
    /// change. The default is 1. The old entry is deleted and a new one written, each with its own units on its own
    /// key.
    ///
    /// # Errors
    ///
    /// If `share` is not from 0 to 1.
    pub fn moves(mut self, share: f64) -> Result<Self, Error> {
        self.moves = checked(share, "the updates")?;
        Ok(self)
    }

    /// Sets the maximum size of items, which are then uniform from the declared bytes to this.
    pub fn item_bytes_up_to(mut self, most: u64) -> Self {
        self.item_bytes.1 = most.max(self.item_bytes.0);
        self
    }

    /// Sets the share of the writes that have the most popular table key, from 0 to 1: in these items, every field of
    /// its partition key has its most popular value. If there is one key at a time, and its shards are a hash of one
    /// field, it is the share of that field's most popular value. For another key that contains only times, it means
    /// that these are planned times, such as due dates: the current day has this share, and the rest is on other days.
    /// A share below that of equally popular values has no effect.
    ///
    /// # Errors
    ///
    /// If `share` is not from 0 to 1.
    pub fn top_share(mut self, share: f64) -> Result<Self, Error> {
        self.top_share = Some(checked(share, "the writes")?);
        Ok(self)
    }

    /// Sets the values of a field. Without this:
    ///
    /// - a time is the simulated one, and a `KeyEnum` or `bool` has each of its texts equally often;
    /// - another field of a partition key has 10,000 values, each equally often;
    /// - a field that is only in sort keys, or in the hash of a shard, has another value in each item.
    pub fn values(mut self, field: impl Into<String>, values: Values) -> Self {
        self.values.insert(field.into(), values);
        self
    }

    /// Returns the number of all requests per second.
    pub(super) fn per_second(&self) -> f64 {
        self.creates + self.updates + self.deletes + self.gets + self.queries.values().sum::<f64>()
    }
}

fn rate(per_second: f64) -> Result<f64, Error> {
    if per_second > 0.0 && per_second <= MAX_REQUESTS_PER_SECOND {
        return Ok(per_second);
    }
    let reason = format_args!("{per_second} items per second is not a valid rate");
    Err(Error::fault(reason, "give a number above 0, at most 10 million, or leave it out"))
}

fn checked(share: f64, of: &str) -> Result<f64, Error> {
    if (0.0..=1.0).contains(&share) {
        return Ok(share);
    }
    Err(Error::fault(format_args!("{share} is not a share of {of}"), "give a number from 0 to 1"))
}

#[cfg(test)]
mod tests;
