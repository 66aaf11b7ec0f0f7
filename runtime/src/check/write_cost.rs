//! Computes the cost of the calls that write an entity's items from the schema.

use crate::{
    key::lossy::lossy_fields,
    physics::{
        capacity::write_units,
        limits::KB,
        write_cost::{AdditionalWrites, WriteCall, WriteCost},
    },
    schema::{EntitySchema, IndexProjection, KeySchema, Segment, ShardBy, Sharding, Template},
    template::segment::mentions,
};

/// An item's entry in an index.
struct Entry {
    units: u64,
    /// Whether each change of the item changes the entry.
    is_whole: bool,
    /// Whether an item can have no entry.
    is_sparse: bool,
    /// Whether an update can change the key of the entry.
    moves: bool,
}

impl EntitySchema {
    /// Returns the cost of a call for one item of the declared size or, without a peak, of 1 KB. `None` for a call that
    /// the entity does not have: items of randomly sharded entities are put, but neither created nor replaced.
    pub fn write_cost(&self, call: WriteCall) -> Option<WriteCost> {
        let key = self.keys.first()?;
        let is_random = matches!(key.shard.map(|shard| shard.by), Some(ShardBy::Random));
        if is_random && matches!(call, WriteCall::Create | WriteCall::Replace) {
            return None;
        }
        let additional =
            AdditionalWrites { reads_before_delete: !lossy_fields(self).is_empty(), ..self.additional_writes() };
        let mut cost = WriteCost::in_table(call, self.item_bytes().unwrap_or(KB), additional);
        for entry in self.entries() {
            let (least, most) = entry.units_of(call);
            cost.least_index_units = cost.least_index_units.saturating_add(least);
            cost.most_index_units = cost.most_index_units.saturating_add(most);
        }
        Some(cost)
    }

    /// The sentinels and older keys that a write of one item also accesses.
    pub(crate) const fn additional_writes(&self) -> AdditionalWrites {
        let mut sentinels = 0;
        let mut at = 0;
        while at < self.fields.len() {
            sentinels += self.fields[at].unique.is_some() as u64;
            at += 1;
        }
        let older_keys = match self.keys {
            [key, ..] if !matches!(key.shard, Some(Sharding { by: ShardBy::Random, .. })) => key.older_keys(),
            _ => 0,
        };
        AdditionalWrites { sentinels, older_keys, reads_before_delete: false }
    }

    /// Returns whether an update can change an item's key in the index of the key at this position in
    /// [`keys`](EntitySchema::keys), so that its old entry is deleted and a new one is written. This is the case if the
    /// index's key has a field that the table's key does not contain. `false` for the table's own key.
    pub const fn can_move(&self, key: usize) -> bool {
        let (Some(key), [table, ..], true) = (self.key_at(key), self.keys, key > 0) else {
            return false;
        };
        has_field_beyond(&key.partition, table)
            || matches!(&key.sort, Some(sort) if has_field_beyond(sort, table))
            || matches!(key.shard, Some(Sharding { by: ShardBy::Hash { fields, .. }, .. }) if has_hashed_beyond(fields, table))
    }

    /// Returns whether each update that moves an entry in the index of this key changes its partition key, because no
    /// field of its sort key can change. One partition key then gets at most one of the two writes.
    pub(crate) const fn moves_between_keys(&self, key: usize) -> bool {
        let moves_in_sort_key = match (self.key_at(key), self.keys) {
            (Some(KeySchema { sort: Some(sort), .. }), [table, ..]) => has_field_beyond(sort, table),
            _ => false,
        };
        self.can_move(key) && !moves_in_sort_key
    }

    /// Returns the write units in the index of the key at this position in `keys` for an update that does not change
    /// the item's key there: 0 if the index projects only keys, otherwise those of the entry. `None` without a declared
    /// peak.
    pub const fn unmoved_entry_units(&self, key: usize) -> Option<u64> {
        let Some(units) = self.write_units(key) else { return None };
        let projection = match self.key_at(key) {
            Some(KeySchema { index: Some(name), .. }) => self.table.projection_of(name),
            _ => None,
        };
        Some(if matches!(projection, Some(IndexProjection::KeysOnly)) { 0 } else { units })
    }

    /// Returns the largest declared share, from 0 to 1, of the updates that change the key of an index. The share is 1
    /// for an index that declares none, if an update can change its key.
    pub fn declared_moves(&self) -> f64 {
        let movable = self.keys.iter().enumerate().filter(|(place, _)| self.can_move(*place));
        movable.map(|(_, key)| key.peak.and_then(|peak| peak.moves).unwrap_or(1.0)).fold(0.0, f64::max)
    }

    /// Write units per second on the keys of sentinels, at the declared peak. Each sentinel has its own key.
    pub(crate) const fn sentinel_units_per_second(&self) -> f64 {
        let sentinels = self.additional_writes().sentinels;
        self.units_of_one_sentinel() as f64 * sentinels as f64
    }

    /// Write units per second of the sentinels of one unique field, at the declared peak. Each create and delete of an
    /// item writes one.
    pub(crate) const fn units_of_one_sentinel(&self) -> u64 {
        let Some(peak) = self.peak else { return 0 };
        let additional = AdditionalWrites { older_keys: 0, ..self.additional_writes() };
        let cost = WriteCost::in_table(WriteCall::Create, 0, additional);
        peak.creates.saturating_add(peak.deletes).saturating_mul(cost.sentinel_units)
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let declared = self.every_key().enumerate().skip(1).filter_map(|(place, key)| {
            let index = self.table.index(key.index?)?;
            let units = write_units(self.entry_bytes(place).unwrap_or(KB));
            let is_whole = index.projection == IndexProjection::All;
            Some(Entry { units, is_whole, is_sparse: self.is_sparse(place), moves: self.can_move(place) })
        });
        // With its sort key attribute, an item is also in a local secondary index that the entity does not read.
        let is_declared = |name| self.keys.iter().any(|key| key.index == Some(name));
        let others = self.table.local_indexes.iter().enumerate().filter(move |(_, index)| !is_declared(index.name));
        let others = others.filter(|(_, index)| self.stores(index.sort_key.name)).map(|(place, index)| Entry {
            units: write_units(self.local_entry_bytes(place).unwrap_or(KB)),
            is_whole: index.projection == IndexProjection::All,
            is_sparse: true,
            moves: true,
        });
        declared.chain(others)
    }

    /// Whether an item can lack the key of an index.
    fn is_sparse(&self, place: usize) -> bool {
        let is_optional = |field: u8| self.fields.get(usize::from(field)).is_some_and(|field| field.optional);
        self.key_at(place).is_some_and(|key| key.fields().any(is_optional))
    }
}

const fn has_field_beyond(template: &Template, table: &KeySchema) -> bool {
    let mut at = 0;
    while at < template.segments.len() {
        if let Segment::Field { field, .. } = template.segments[at]
            && !table.holds(field)
        {
            return true;
        }
        at += 1;
    }
    false
}

const fn has_hashed_beyond(fields: &[u8], table: &KeySchema) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if !table.holds(fields[at]) {
            return true;
        }
        at += 1;
    }
    false
}

impl KeySchema {
    /// The number of older keys of one item: one for each shard that does not follow from its fields.
    const fn older_keys(&self) -> u64 {
        let mut keys = 0;
        let mut at = 0;
        while at < self.legacy.len() {
            keys += match self.legacy[at].shard {
                Some(Sharding { by: ShardBy::Hash { .. }, .. }) | None => 1,
                Some(shard) => shard.count as u64,
            };
            at += 1;
        }
        keys
    }

    /// Whether the key depends on a field.
    const fn holds(&self, field: u8) -> bool {
        let in_sort = matches!(&self.sort, Some(sort) if mentions(sort, field));
        let hashed = match self.shard {
            Some(Sharding { by: ShardBy::Hash { fields, .. }, .. }) => {
                let (mut at, mut found) = (0, false);
                while at < fields.len() {
                    found = found || fields[at] == field;
                    at += 1;
                }
                found
            }
            _ => false,
        };
        in_sort || hashed || mentions(&self.partition, field)
    }

    /// The fields that the key depends on.
    fn fields(&self) -> impl Iterator<Item = u8> {
        let templates = std::iter::once(&self.partition).chain(&self.sort);
        let segments = templates.flat_map(|template| template.segments).filter_map(|segment| match segment {
            Segment::Field { field, .. } => Some(*field),
            _ => None,
        });
        let hashed: &[u8] = match self.shard.map(|shard| shard.by) {
            Some(ShardBy::Hash { fields, .. }) => fields,
            _ => &[],
        };
        segments.chain(hashed.iter().copied())
    }
}

impl Entry {
    /// The minimum and maximum write units.
    ///
    /// AWS: [Provisioned throughput considerations for global secondary
    /// indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes).
    const fn units_of(&self, call: WriteCall) -> (u64, u64) {
        let min_units = if self.is_sparse { 0 } else { self.units };
        match call {
            WriteCall::Put | WriteCall::Create | WriteCall::Delete => (min_units, self.units),
            WriteCall::Replace | WriteCall::Update => {
                let least = if self.is_whole { min_units } else { 0 };
                (least, if self.moves { self.units.saturating_mul(2) } else { self.units })
            }
        }
    }
}
