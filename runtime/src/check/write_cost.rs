//! What the calls that write an entity's items cost, from its schema.

use crate::{
    physics::{
        capacity::write_units,
        limits::KB,
        write_cost::{Beside, WriteCall, WriteCost},
    },
    schema::{EntitySchema, KeySchema, Projection, Segment, ShardBy, lossy_fields},
};

/// An item's entry in an index.
struct Entry {
    units: u64,
    /// Whether each change of the item is one of it.
    is_whole: bool,
    /// Whether an item can have none.
    is_sparse: bool,
    /// Whether an update can change its key.
    moves: bool,
}

impl EntitySchema {
    /// What a call costs for one item of the declared size or, without a peak, of 1 KB. `None` for a call that there is not:
    /// randomly sharded entities are put, and neither created nor replaced.
    pub fn write_cost(&self, call: WriteCall) -> Option<WriteCost> {
        let key = self.keys.first()?;
        let is_random = matches!(key.shard.map(|shard| shard.by), Some(ShardBy::Random));
        if is_random && matches!(call, WriteCall::Create | WriteCall::Replace) {
            return None;
        }
        let beside = Beside {
            sentinels: self.fields.iter().filter(|field| field.unique.is_some()).count() as u64,
            older_keys: if is_random { 0 } else { key.older_keys() },
            is_told_by_reading: !lossy_fields(self).is_empty(),
        };
        let mut cost = WriteCost::in_table(call, self.stored_item_bytes().unwrap_or(KB), beside);
        for entry in self.entries() {
            let (least, most) = entry.units_of(call);
            cost.least_index_units = cost.least_index_units.saturating_add(least);
            cost.most_index_units = cost.most_index_units.saturating_add(most);
        }
        Some(cost)
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let declared = self.keys.iter().enumerate().skip(1).filter_map(|(place, key)| {
            let index = self.table.index(key.index?)?;
            let units = write_units(self.entry_bytes(place).unwrap_or(KB));
            let is_whole = index.projection == Projection::All;
            Some(Entry { units, is_whole, is_sparse: self.is_sparse(place), moves: self.moves(key) })
        });
        // An attribute can put an item into a local index that the entity does not read.
        let is_declared = |name| self.keys.iter().any(|key| key.index == Some(name));
        let others = self.table.local_indexes.iter().enumerate().filter(move |(_, index)| !is_declared(index.name));
        let others = others.filter(|(_, index)| self.stores(index.sort_key.name)).map(|(place, index)| Entry {
            units: write_units(self.local_entry_bytes(place).unwrap_or(KB)),
            is_whole: index.projection == Projection::All,
            is_sparse: true,
            moves: true,
        });
        declared.chain(others)
    }

    /// Whether an item can lack the key of an index.
    fn is_sparse(&self, place: usize) -> bool {
        let is_optional = |field: u8| self.fields.get(usize::from(field)).is_some_and(|field| field.optional);
        self.keys.get(place).is_some_and(|key| key.fields().any(is_optional))
    }

    /// Whether an update can give an item another key in an index.
    fn moves(&self, key: &KeySchema) -> bool {
        let Some(table) = self.keys.first() else { return false };
        key.fields().any(|field| table.fields().all(|of_table| of_table != field))
    }
}

impl KeySchema {
    /// The older keys of one item: one for each shard that does not follow from its fields.
    fn older_keys(&self) -> u64 {
        let shards = self.legacy.iter().map(|legacy| match legacy.shard {
            Some(shard) if !matches!(shard.by, ShardBy::Hash { .. }) => u64::from(shard.count),
            _ => 1,
        });
        shards.sum()
    }

    /// The fields that decide it.
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
    /// The fewest and the most write units.
    ///
    /// AWS: [Provisioned throughput considerations for global secondary indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes).
    const fn units_of(&self, call: WriteCall) -> (u64, u64) {
        let fewest = if self.is_sparse { 0 } else { self.units };
        match call {
            WriteCall::Put | WriteCall::Create | WriteCall::Delete => (fewest, self.units),
            WriteCall::Replace | WriteCall::Update => {
                let least = if self.is_whole { fewest } else { 0 };
                (least, if self.moves { self.units.saturating_mul(2) } else { self.units })
            }
        }
    }
}
