//! How much is written, by entity.

use std::collections::BTreeMap;

use keywright::schema::{EntitySchema, Peak};
use keywright::{Entity, Schema};

use super::Values;
use crate::Error;

/// More items a second would come less than 100 nanoseconds apart.
pub(super) const MOST_ITEMS_PER_SECOND: f64 = 1e7;

/// The writes of a table's entities: new items, at random times, at a mean rate.
#[derive(Debug, Clone, Default)]
#[must_use = "a load does nothing until a simulation has it"]
pub struct Load {
    /// By the entity's name.
    pub(super) traffic: BTreeMap<&'static str, Traffic>,
}

impl Load {
    /// No writes.
    pub fn none() -> Self {
        Self::default()
    }

    /// What the schema declares: for each entity with a `#[peak(..)]` its writes a second, its bytes and the share of its
    /// most popular key. Entities without one write nothing.
    pub fn declared<S: Schema>() -> Self {
        let declared = |entity: &&'static EntitySchema| Some((entity.name, Traffic::of_peak(entity.peak?)));
        Self { traffic: S::ENTITIES.iter().filter_map(declared).collect() }
    }

    /// The same with other writes of one entity.
    pub fn entity<E: Entity>(mut self, traffic: Traffic) -> Self {
        self.traffic.insert(E::SCHEMA.name, traffic);
        self
    }
}

/// The writes of one entity.
#[derive(Debug, Clone)]
#[must_use = "traffic does nothing until a load has it"]
pub struct Traffic {
    pub(super) items_per_second: f64,
    /// The least and the most declared bytes of an item.
    pub(super) item_bytes: (u64, u64),
    pub(super) top_share: Option<f64>,
    /// By the field's name.
    pub(super) values: BTreeMap<String, Values>,
}

impl Traffic {
    /// So many new items a second, of so many declared bytes: names and values of the fields. The attributes of keys,
    /// indexes and discriminator are added as in
    /// [`stored_item_bytes`](keywright::schema::EntitySchema::stored_item_bytes).
    ///
    /// # Errors
    ///
    /// If `items_per_second` is not above 0, or above 10 million.
    pub fn new(items_per_second: f64, item_bytes: u64) -> Result<Self, Error> {
        if items_per_second > 0.0 && items_per_second <= MOST_ITEMS_PER_SECOND {
            return Ok(Self {
                items_per_second,
                item_bytes: (item_bytes, item_bytes),
                top_share: None,
                values: BTreeMap::new(),
            });
        }
        let reason = format_args!("{items_per_second} items a second are no load");
        Err(Error::fault(reason, "give a number above 0, at most 10 million, or leave the entity out"))
    }

    fn of_peak(peak: Peak) -> Self {
        Self {
            items_per_second: peak.writes_per_second() as f64,
            item_bytes: (peak.item_bytes, peak.item_bytes),
            top_share: peak.top_share,
            values: BTreeMap::new(),
        }
    }

    /// Items of sizes that are evenly spread from the declared bytes to these.
    pub fn item_bytes_up_to(mut self, most: u64) -> Self {
        self.item_bytes.1 = most.max(self.item_bytes.0);
        self
    }

    /// The share of the writes that the most popular table key has, from 0 to 1: in these items, every field of its
    /// partition key has its most popular value.
    ///
    /// # Errors
    ///
    /// If `share` is none.
    pub fn top_share(mut self, share: f64) -> Result<Self, Error> {
        if (0.0..=1.0).contains(&share) {
            self.top_share = Some(share);
            return Ok(self);
        }
        Err(Error::fault(format_args!("{share} is no share of the writes"), "give a number from 0 to 1"))
    }

    /// The values of a field. Without this:
    ///
    /// - a time is the simulated one, and a `KeyEnum` or `bool` takes each of its texts as often;
    /// - another field of a partition key takes 10,000 values, each as often;
    /// - a field that stands only in sort keys, or under the hash of a shard, has another value in each item.
    pub fn values(mut self, field: impl Into<String>, values: Values) -> Self {
        self.values.insert(field.into(), values);
        self
    }
}
