//! What the documentation says of a partition key, from the same judgement as the refusals.

use super::{
    hot::{Judged, Load, missing_margin, units_of_write},
    variety::Variety,
};
use crate::{
    physics::shards::MOST_SHARDS,
    schema::{Bucket, EntitySchema},
};

/// What a schema shows of the load on a partition key.
///
/// What it cannot show is the load on one *value* of a key that can take many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Risk {
    /// Nothing to say: the key takes many values, or a declared peak fits its shards.
    None,
    /// It may be hot, for this reason.
    Accepted(&'static str),
    /// So few partition keys take all writes, and no peak is declared.
    Undeclared {
        /// The partition keys at one moment.
        keys: u64,
    },
    /// The declared peak fits on average, but a busy second does not: so many shards would do.
    NoMargin {
        /// The shards that would do, at one overloaded second in a million.
        shards: u64,
    },
}

/// How many partition keys an entity writes at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// The values of the key's fields, its shard aside; `None` where they cannot be known.
    pub values: Option<u64>,
    /// The shards that each of these spreads over.
    pub shards: u64,
    /// The bucket of time after which it writes other keys.
    pub bucket: Option<Bucket>,
}

/// What a declared peak asks of a partition key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Demand {
    /// Writes a second.
    pub writes_per_second: u64,
    /// Write units that one write costs the partition of the key: those of the entry and, on a table, of its entries in
    /// local indexes.
    pub write_units: u64,
    /// Bytes of one entry: of the stored item, or of what the index holds of it.
    pub entry_bytes: u64,
    /// The shards that each value of the key needs at one overloaded second in a million; `None` where no count up to
    /// 1,000 will do. A key of unknown values whose most popular one is not declared needs 1.
    pub shards: Option<u64>,
    /// The probability, per second, that one of the partition keys is over its limit. `None` for a key of unknown values
    /// whose most popular one is not declared.
    pub overload_probability: Option<f64>,
}

impl EntitySchema {
    /// What the declared peak asks of the key at this place of [`EntitySchema::keys`]: what KW001 to KW004 and KW018 judge by.
    /// `None` without a peak, for a place that does not exist and an index that the table does not declare.
    pub fn demand(&self, key: usize) -> Option<Demand> {
        let mut judged = Judged::of_any(self, key)?;
        let units = units_of_write(&judged);
        let load = Load { units, ..judged.load? };
        judged.load = Some(load);
        Some(Demand {
            writes_per_second: load.writes,
            write_units: units,
            entry_bytes: self.entry_bytes(key)?,
            shards: Some(judged.shards_wanted()).filter(|shards| *shards <= MOST_SHARDS && judged.can_be_spread()),
            overload_probability: judged.overload_probability(),
        })
    }

    /// How many partition keys it writes at one moment through the key at this place of [`EntitySchema::keys`].
    /// `None` for a place that does not exist or an index that the table does not declare.
    pub fn spread(&self, key: usize) -> Option<Spread> {
        let judged = Judged::of_any(self, key)?;
        let bucket = match judged.variety {
            Variety::Bucket(bucket) => Some(bucket),
            _ => None,
        };
        Some(Spread { values: judged.variety.values(), shards: judged.spread, bucket })
    }

    /// What the schema shows of the load on the partition key at this place of [`EntitySchema::keys`].
    pub fn risk(&self, key: usize) -> Risk {
        let Some(judged) = Judged::of_any(self, key) else {
            return Risk::None;
        };
        if let Some(reason) = judged.key.key.allow_hot {
            return Risk::Accepted(reason);
        }
        match (judged.variety.values(), judged.load) {
            (Some(values), None) if judged.is_undeclared() => Risk::Undeclared { keys: values },
            _ => match missing_margin(self, key) {
                0 => Risk::None,
                shards => Risk::NoMargin { shards: shards as u64 },
            },
        }
    }
}
