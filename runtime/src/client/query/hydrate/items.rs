//! Reads the items of the table for the entries of an index.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    Entity, ErrorKind, Item, Result,
    client::{
        Connection,
        read_keys::{KeyReads, Meter},
    },
    item::{
        decode::DecodeRead,
        expiry::is_expired,
        locate::key_item,
        read_item::ReadItem,
        stored::{belongs, stored_key, table_key_of},
    },
    key::{ItemKey, clock::now},
    read::{Plan, Stats, extract::Entry},
};

/// The settings for reading items from the table and converting them.
pub(super) struct Settings<E, O> {
    pub(super) include_expired: bool,
    pub(super) consistent: bool,
    pub(super) decode: DecodeRead<E>,
    /// Converts an item and its stored form into the returned value.
    pub(super) finish: fn(E, &ReadItem) -> Result<O>,
}

impl<E, O> Clone for Settings<E, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, O> Copy for Settings<E, O> {}

/// Reads the items of one query's entries.
pub(super) struct Hydrator<E, O> {
    pub(super) handle: Connection,
    pub(super) plan: Arc<Plan>,
    pub(super) settings: Settings<E, O>,
}

/// Items by their keys.
pub(super) type Stored = BTreeMap<ItemKey, ReadItem>;

impl<E: Entity, O> Hydrator<E, O> {
    /// Reads the items of these entries, in their order. An item that does not decode is an error among them. Counts
    /// omitted items in `stats`.
    pub(super) async fn items(&self, entries: Vec<Entry>, stats: &mut Stats) -> Result<Vec<Result<O>>> {
        let meter = Meter::default();
        let keys: BTreeSet<&ItemKey> = entries.iter().map(|entry| &entry.table).collect();
        let stored = self.read(keys, &meter, stats).await?;
        let superseded = self.superseded(&stored, &meter, stats).await?;
        stats.requests += meter.requests();
        stats.hedges += meter.hedges();
        stats.throttles += meter.throttles();
        stats.rcu += meter.rcu();
        let mut items = Vec::with_capacity(entries.len());
        for entry in entries {
            match stored.get(&entry.table) {
                None => stats.vanished += 1,
                Some(_) if superseded.contains(&entry.table) => stats.superseded += 1,
                Some(stored) => items.extend(self.convert(&entry, stored, stats).transpose()),
            }
        }
        Ok(items)
    }

    pub(super) async fn read(
        &self,
        keys: impl IntoIterator<Item = &ItemKey>,
        meter: &Meter,
        stats: &mut Stats,
    ) -> Result<Stored> {
        let entity = self.plan.entity;
        let keys: Vec<Item> = keys.into_iter().map(|key| key_item(entity, key)).collect();
        let entity_of = |_: &Item| entity;
        let reads = KeyReads::of(&entity_of, self.settings.consistent).keeping_bodies();
        let reads = KeyReads { meter: Some(meter), ..reads };
        let found = reads.whole(&self.handle, &keys).await?;
        stats.rounds += usize::from(!keys.is_empty());
        stats.items_read += found.len();
        Ok(found.into_iter().filter_map(|item| Some((table_key_of(entity.table, &item)?, item))).collect())
    }

    /// Converts the stored item of an entry into the returned value, if the item still matches the query.
    fn convert(&self, entry: &Entry, stored: &ReadItem, stats: &mut Stats) -> Result<Option<O>> {
        let plan = &self.plan;
        let read = stored_key(plan.entity, plan.key, stored).filter(|_| belongs(plan.entity, stored));
        let is_unmoved = read.as_ref() == Some(&entry.read);
        if !is_unmoved && !read.is_some_and(|read| plan.visits(&read)) {
            stats.changed += 1;
            return Ok(None);
        }
        let is_hidden = !self.settings.include_expired && is_expired(plan.entity, stored, now());
        let item = match (self.settings.decode)(plan.entity, stored.clone()) {
            Err(error) if is_hidden && error.kind() == ErrorKind::Decode => {
                stats.expired += 1;
                return Ok(None);
            }
            decoded => decoded?,
        };
        if !plan.accepts(&|field| item.__value(field)) {
            // If the item has not moved, the index key contains less than the query needs, so the entry never matched.
            stats.changed += usize::from(!is_unmoved);
            return Ok(None);
        }
        if is_hidden {
            stats.expired += 1;
            return Ok(None);
        }
        (self.settings.finish)(item, stored).map(Some)
    }
}

impl Plan {
    /// Whether a key of the table or of the index is in the range that the query reads.
    fn visits(&self, key: &ItemKey) -> bool {
        self.lanes().any(|lane| {
            *lane.partition_key() == key.partition
                && key.sort.as_ref().is_none_or(|sort| lane.interval().contains(sort))
        })
    }
}
