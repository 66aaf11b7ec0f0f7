//! What the declared peaks ask of each key: units, shards, reads, and what it carries before partitions split.
//!
//! Every number comes from [`keywright::physics`], as those of the compiler do.

mod text;

use keywright::{
    Schema, Table,
    load::warm_throughput,
    physics::{
        limits::NEW_TABLE_PARTITIONS,
        limits::PARTITION_WRITE_UNITS,
        placement::{carried_units, partitions_that_carry, warm_partitions},
        read_cost::{PAGE_ITEMS, ReadCost},
    },
    schema::EntitySchema,
};
use serde::Serialize;

use crate::access_patterns::command::spelled;

/// The plan of a schema, as a value: what the text and the JSON are made from.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CapacityPlan {
    /// The schema's name.
    pub schema: &'static str,
    /// The keys whose peak is declared.
    pub keys: Vec<KeyPlan>,
    /// The keys without one: nothing can be said of them.
    pub undeclared: Vec<KeyName>,
}

/// A key of an entity.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct KeyName {
    /// The entity that writes it.
    pub entity: &'static str,
    /// The index, unless it is the table.
    pub index: Option<&'static str>,
    /// The partition key's template.
    pub partition_key: String,
}

/// What a declared peak asks of one key.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct KeyPlan {
    /// Which key it is.
    #[serde(flatten)]
    pub name: KeyName,
    /// Writes a second at peak.
    pub writes_per_second: u64,
    /// Bytes of one entry: of the stored item, or of what the index holds of it.
    pub entry_bytes: u64,
    /// Write units of one write; on a table, those of its entries in local indexes are among them.
    pub write_units: u64,
    /// Write units a second at peak.
    pub wcu: u64,
    /// The values of the key at one moment, its shard aside; `None` where they cannot be known.
    pub values: Option<u64>,
    /// The shards that the writes to each value spread over: after the last `grow`, where the key has one.
    pub shards: u64,
    /// The declared shards before the first `grow`; `None` where they do not grow.
    pub shards_before_grow: Option<u32>,
    /// The shards that each value needs at one overloaded second in a million, of writes that fall at random; `None`
    /// where no count up to 1,000 will do.
    pub shards_needed: Option<u64>,
    /// The probability, per second, that some partition key is over its limit; `None` where it cannot be known.
    pub overload_probability: Option<f64>,
    /// What the newest 50 items cost to read.
    pub read: PageCost,
    /// What the keys carry before their partitions split; `None` where their number cannot be known.
    pub before_splits: Option<BeforeSplits>,
    /// The write units a second to ask for as warm throughput: the peaks of all that is written to the table, or to
    /// the index, where a new on-demand table does not serve them. Whether the keys carry theirs from the first second
    /// on is said by [`before_splits`](Self::before_splits).
    pub warm_wcu: Option<u64>,
}

/// The cost of one read of the newest 50 items, eventually consistent.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PageCost {
    /// The lanes that it visits, in one bucket if the key has them.
    pub lanes: u64,
    /// The items asked of each at first.
    pub items_per_lane: u64,
    /// Read units of all lanes.
    pub rcu: f64,
    /// Read units where nothing is found.
    pub empty_rcu: f64,
    /// The reads a second that the lanes serve.
    pub reads_per_second: f64,
}

/// Write units a second that evenly loaded keys carry on average while several share a partition.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BeforeSplits {
    /// The partition keys that are written at one moment.
    pub keys: u64,
    /// On the 4 partitions of a new on-demand table.
    pub new_table_wcu: f64,
    /// The partitions that the warm throughput buys.
    pub warm_partitions: u64,
    /// On these.
    pub warm_wcu: f64,
    /// The warm throughput with whose partitions the keys carry the peak on average before any split; `None` where no
    /// 10 million write units a second do.
    pub wcu_to_carry_peak: Option<u64>,
}

/// Plans every key of a schema.
pub fn plan<S: Schema>() -> CapacityPlan {
    let mut plan = CapacityPlan { schema: <S::Table as Table>::SCHEMA.name, keys: Vec::new(), undeclared: Vec::new() };
    for entity in S::ENTITIES {
        // What a local index takes is the table's key's.
        for (place, key) in entity.keys.iter().enumerate().filter(|(_, key)| !key.local) {
            let name =
                KeyName { entity: entity.name, index: key.index, partition_key: spelled(entity, &key.partition) };
            match key_plan(entity, place, &name, warm_throughput(S::ENTITIES, key.index).write_units) {
                Some(planned) => plan.keys.push(planned),
                None => plan.undeclared.push(name),
            }
        }
    }
    plan
}

fn key_plan(entity: &'static EntitySchema, place: usize, name: &KeyName, warm_wcu: Option<u64>) -> Option<KeyPlan> {
    let (demand, spread) = (entity.demand(place)?, entity.spread(place)?);
    let key = entity.keys.get(place)?;
    let (shards, wcu) = (key.shard, demand.writes_per_second.saturating_mul(demand.write_units));
    let read = ReadCost::of(PAGE_ITEMS, key.lanes_per_bucket(), demand.entry_bytes);
    Some(KeyPlan {
        name: name.clone(),
        writes_per_second: demand.writes_per_second,
        entry_bytes: demand.entry_bytes,
        write_units: demand.write_units,
        wcu,
        values: spread.values,
        shards: spread.shards,
        shards_before_grow: shards.filter(|shards| !shards.grow.is_empty()).map(|shards| shards.count),
        shards_needed: demand.shards,
        overload_probability: demand.overload_probability,
        read: PageCost {
            lanes: read.lanes,
            items_per_lane: read.items_per_lane,
            rcu: read.units,
            empty_rcu: read.empty_units,
            reads_per_second: read.reads_per_second(),
        },
        before_splits: spread.values.map(|values| before_splits(values.saturating_mul(spread.shards), wcu, warm_wcu)),
        warm_wcu,
    })
}

fn before_splits(keys: u64, wcu: u64, warm_wcu: Option<u64>) -> BeforeSplits {
    let warm_partitions = warm_wcu.map_or(NEW_TABLE_PARTITIONS, warm_partitions);
    BeforeSplits {
        keys,
        new_table_wcu: carried_units(keys, NEW_TABLE_PARTITIONS),
        warm_partitions,
        warm_wcu: carried_units(keys, warm_partitions),
        wcu_to_carry_peak: partitions_that_carry(wcu, keys)
            .map(|partitions| partitions.saturating_mul(PARTITION_WRITE_UNITS)),
    }
}

/// The plan as text for a terminal.
pub fn text<S: Schema>() -> String {
    text::report(&plan::<S>())
}

/// The plan in JSON.
pub fn json<S: Schema>() -> serde_json::Value {
    serde_json::json!(plan::<S>())
}

#[cfg(test)]
mod tests;
