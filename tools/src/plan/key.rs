//! Plans the capacity of one key for a declared peak.

use keywright::{
    load::{Risk, Span},
    schema::{EntitySchema, KeySchema},
};
use serde::Serialize;

use super::{
    page_cost::PageCost,
    roll_over::{self, RollOverPlan},
};
use crate::{at_worst::AtWorst, peak::WritePeak, template_text::spelled_out};

/// A key of an entity.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct KeyName {
    /// The entity that writes it.
    pub entity: &'static str,
    /// The index, unless it is the table.
    pub index: Option<&'static str>,
    /// Whether the entity does not declare the index, and its items enter it because they store its key attributes.
    #[serde(rename = "unasked", skip_serializing_if = "std::ops::Not::not")]
    pub is_unasked: bool,
    /// The partition key's template.
    pub partition_key: String,
}

/// The plan of one key for a declared peak.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct KeyPlan {
    /// The key.
    #[serde(flatten)]
    pub name: KeyName,
    /// The declared peak, by kind of write.
    #[serde(flatten)]
    pub peak: WritePeak,
    /// Bytes of one entry: of the stored item, or of what the index holds of it.
    pub entry_bytes: u64,
    /// Write units of one write. If writes differ, those of writes of one size with equal variance.
    pub write_units: u64,
    /// The number of values of the key at one moment, apart from its shard; `None` if they cannot be known.
    pub values: Option<u64>,
    /// How long one key is written before time makes the next: `day`, `second`, or `instant` for less than a second.
    /// `None` if the key does not change with time: it is placed once.
    pub lasts: Option<&'static str>,
    /// The number of shards for the writes to each value, after the last `grow` if there is one.
    pub shards: u64,
    /// The declared number of shards before the first `grow`; `None` if they do not grow.
    pub shards_before_grow: Option<u32>,
    /// The number of shards that each value needs, for one overloaded second in a million and for one overloaded
    /// roll-over in a thousand on the partitions of the quota; `None` if no number up to 1,000 suffices.
    pub shards_needed: Option<u64>,
    /// The probability, per second, that some partition key is over its limit. Few values are assumed to be equally
    /// frequent. `None` for a key of unknown values whose `top_share` is not declared.
    pub overload_probability: Option<f64>,
    /// The risk that the schema shows, as in the documentation.
    #[serde(flatten)]
    pub risk: Risk,
    /// The number of items of a read: those of a page (50 by default), or 1 if each partition key has only one.
    pub page_items: u64,
    /// The cost of reading them.
    pub read: PageCost,
    /// The most that a page of them costs. `None` if the entity has no query by this key, an index that its items enter
    /// unasked.
    pub at_worst: Option<AtWorst>,
    /// Shards and warm throughput for a roll-over. `None` for a key that does not change with time, and if the write
    /// units of its heaviest value are not known.
    pub roll_over: Option<RollOverPlan>,
}

impl KeyName {
    pub(super) fn of(entity: &'static EntitySchema, place: usize, key: &KeySchema) -> Self {
        Self {
            entity: entity.name,
            index: key.index,
            is_unasked: entity.is_unasked(place),
            partition_key: spelled_out(entity, &key.partition),
        }
    }
}

/// Plans a key. `None` without a declared peak.
pub(super) fn key_plan(
    entity: &'static EntitySchema,
    place: usize,
    key: &KeySchema,
    listed: &[&'static EntitySchema],
) -> Option<KeyPlan> {
    let (demand, spread) = (entity.demand(place)?, entity.spread(place)?);
    Some(KeyPlan {
        name: KeyName::of(entity, place, key),
        peak: WritePeak::of(entity, place)?,
        entry_bytes: demand.entry_bytes,
        write_units: demand.write_units,
        values: spread.values,
        lasts: spread.roll_over.map(Span::noun),
        shards: spread.shards,
        shards_before_grow: key.shard.filter(|shards| !shards.grow.is_empty()).map(|shards| shards.count),
        shards_needed: demand.shards,
        overload_probability: demand.overload_probability,
        risk: entity.risk(place),
        page_items: entity.page_items(place),
        read: PageCost::of(entity, place, key.lanes_per_bucket()),
        at_worst: (!entity.is_unasked(place)).then(|| AtWorst::of(entity, place, listed, entity.page_items(place))),
        roll_over: roll_over::roll_over(entity, place),
    })
}
