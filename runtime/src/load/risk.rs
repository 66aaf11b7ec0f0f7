//! The compiler's verdict about a partition key, for the documentation and the planner.

use std::fmt;

use serde::Serialize;

use super::{KeyLoad, Shortage, Span, Verdict};
use crate::{
    physics::{limits::PARTITION_WRITE_UNITS, placement::Pair, shards::MOST_SHARDS},
    schema::EntitySchema,
};

const LAUNCH: &str = "throttles for minutes when it is launched at its peak";

/// The risk of overloading a partition key, estimated from the schema. `Display` writes it as text for documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "risk", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Risk {
    /// No risk: the declared peak fits, or the key has many values and its peak is below the limit of one partition.
    None,
    /// The key may be hot, for this reason.
    Accepted {
        /// The reason given in `allow_hot`.
        reason: &'static str,
    },
    /// All writes go to only this many partition keys, and no peak is declared.
    Undeclared {
        /// The number of partition keys at one moment.
        keys: u64,
    },
    /// The peak exceeds the limit of one partition, and the share of the most frequent key is not known: declare
    /// `top_share`.
    Unknown,
    /// One of few values is throttled if it has at least this share of the writes, in per cent.
    Skewed {
        /// The share in per cent.
        percent: u64,
    },
    /// The declared peak fits on average, but not in a busy second or through a roll-over. This many shards would
    /// suffice.
    NoMargin {
        /// The number of shards that would suffice.
        shards: u64,
    },
    /// The declared peak fits on average, but not in a busy second or through a roll-over, and no number of shards
    /// helps.
    NoCount,
    /// The warm throughput that the peak needs exceeds the quota of the table.
    Quota,
    /// Keys that share a partition throttle for minutes when the table is launched at its peak, with all the warm
    /// throughput that its quota allows.
    Launch {
        /// The number of shards that would suffice within the quota. `None` if no number up to 1,000 does.
        shards: Option<u64>,
    },
    /// The fullest partition key reaches the 10 GB that a local index allows after this many days at the declared peak,
    /// rounded up to one digit. With a `ttl`, items must live for less time.
    Full {
        /// The number of days.
        days: u64,
    },
    /// The peak exceeds the limits of the keys. Such a schema does not compile.
    Overloaded,
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "none"),
            Self::Accepted { reason } => write!(f, "may be hot, accepted: {reason}"),
            Self::Undeclared { keys: 1 } => {
                write!(f, "all writes of the moment go to one partition key; no peak is declared")
            }
            Self::Undeclared { keys } => write!(f, "all writes go to {keys} partition keys; no peak is declared"),
            Self::Unknown => write!(f, "not known: declare `top_share`"),
            Self::Skewed { percent } => {
                write!(f, "a value with more than {percent} % of the writes throttles: declare `top_share`")
            }
            Self::NoMargin { shards } => write!(
                f,
                "the declared peak fits on average, but not in a busy second or at a roll-over; {shards} shards suffice"
            ),
            Self::NoCount => {
                write!(
                    f,
                    "the declared peak fits on average, but not in a busy second or at a roll-over; no number of \
                     shards helps"
                )
            }
            Self::Quota => {
                write!(f, "the warm throughput that the peak needs exceeds the quota; a quota increase comes first")
            }
            Self::Launch { shards: Some(shards) } => {
                write!(f, "{LAUNCH}; {shards} shards suffice within the quota")
            }
            Self::Launch { shards: None } => write!(f, "{LAUNCH}; no number of shards helps within the quota"),
            Self::Full { days } => write!(
                f,
                "with a local index, a partition key holds 10 GB, which {days} days of the declared peak fill: items \
                 must be deleted, or expire, before"
            ),
            Self::Overloaded => write!(f, "the declared peak exceeds what the partition keys carry"),
        }
    }
}

/// The partition keys that an entity writes at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spread {
    /// The number of values of the key's fields, without its shard. `None` if it cannot be known.
    pub values: Option<u64>,
    /// The number of shards of each value.
    pub shards: u64,
    /// How long the entity writes to these keys before time makes new ones. `None` if time does not renew them.
    pub roll_over: Option<Span>,
}

/// The demand of a declared peak on a partition key.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Demand {
    /// Writes per second of every kind.
    pub writes_per_second: u64,
    /// Writes per second, by kind: creates, updates, deletes.
    pub rates: [u64; 3],
    /// Write units per second, by kind of write: creates, updates, deletes. On a table with local secondary indexes,
    /// they include the units of the entries.
    pub by_kind: [f64; 3],
    /// Write units per second of all kinds.
    pub units_per_second: u64,
    /// Write units per second of a value of the key that has all writes. Less than `units_per_second` in an index in
    /// which entries move between partition keys, because each of two keys gets one of the writes.
    pub units_of_one_value: u64,
    /// Write units of one write. If writes differ, those of writes of one size with equal variance.
    pub write_units: u64,
    /// Bytes of one entry: of the stored item, or of the attributes that the index projects.
    pub entry_bytes: u64,
    /// The shards that each value of the key needs to exceed its limit with a probability of at most 1e-6 per second,
    /// and to handle a roll-over, or the launch of the table at its peak, on the partitions of the quota. `None` if no
    /// count up to 1,000 suffices. 1 for a key of unknown values without a declared share of the most frequent one.
    pub shards: Option<u64>,
    /// The probability, per second, that one of the partition keys exceeds its limit. `None` for a key of unknown
    /// values without a declared share of the most frequent one.
    pub overload_probability: Option<f64>,
    /// The warm throughput, in write units per second, with which this key alone can handle a roll-over of its bucket.
    /// `None` if the key has no bucket, or if 10 million write units per second do not suffice.
    pub warm_units: Option<u64>,
}

impl EntitySchema {
    /// Returns the demand of the declared peak on the key at this position in [`EntitySchema::keys`], from which KW001
    /// to KW004 and KW018 are decided. `None` without a peak, for a position out of range, and for an index that the
    /// table does not declare.
    pub fn demand(&self, key: usize) -> Option<Demand> {
        let load = KeyLoad::of_any(self, key)?.with_local();
        let peak = load.peak?;
        let new = load.new_keys(&peak);
        let warm = load.roll_over().and_then(|_| new.partitions());
        Some(Demand {
            writes_per_second: load.key.peak()?.writes_per_second(),
            rates: [peak.creates.rate, peak.updates.rate, peak.deletes.rate],
            by_kind: [peak.creates.units, peak.updates.units, peak.deletes.units],
            units_per_second: peak.units_per_second,
            units_of_one_value: load.on_one(&peak, 1.0).units_per_second,
            write_units: peak.units,
            entry_bytes: self.entry_bytes(key)?,
            shards: load.shards_wanted().filter(|shards| *shards <= MOST_SHARDS && load.can_be_spread()),
            overload_probability: load.overload_probability(),
            warm_units: warm.map(|partitions| partitions.saturating_mul(PARTITION_WRITE_UNITS)),
        })
    }

    /// Returns combinations that serve the declared peak of the key at this position through a roll-over: shards for
    /// each value, and the partitions that serve them ([`Pair`]). Empty without a peak, for a key that time does not
    /// renew, if the heaviest value is not known, and if shards do not help. Without a declared share, one of few
    /// values may have the whole load.
    pub fn pairs(&self, key: usize) -> [Option<Pair>; 3] {
        match KeyLoad::of_any(self, key) {
            Some(load) if load.roll_over().is_some() => load.with_local().pairs(),
            _ => [None; 3],
        }
    }

    /// Returns the number of partition keys that the entity writes at one moment through the key at this position in
    /// [`EntitySchema::keys`]. `None` for a position out of range, and for an index that the table does not declare.
    pub fn spread(&self, key: usize) -> Option<Spread> {
        let load = KeyLoad::of_any(self, key)?;
        Some(Spread {
            values: load.cardinality.values(),
            shards: load.shards.reached(),
            roll_over: load.cardinality.clock(),
        })
    }

    /// Returns the risk of overloading the partition key at this position in [`EntitySchema::keys`].
    pub fn risk(&self, key: usize) -> Risk {
        let Some(load) = KeyLoad::of_any(self, key).map(KeyLoad::with_local) else {
            return Risk::None;
        };
        if load.has_share_of_hash() {
            return Risk::Unknown;
        }
        let verdict = load.verdict();
        match load.key.key.allow_hot {
            // A load that splits do not reduce cannot be accepted.
            Some(_) if load.is_unsplit() && matches!(verdict, Verdict::Overloaded { .. } | Verdict::Popular) => {}
            Some(reason) => return Risk::Accepted { reason },
            None => {}
        }
        match verdict {
            Verdict::Undeclared => return Risk::Undeclared { keys: load.cardinality.values().unwrap_or(1) },
            Verdict::Overloaded { .. } | Verdict::Popular => return Risk::Overloaded,
            Verdict::Fine => {}
        }
        match load.shortage() {
            Shortage::Shards(shards) => return Risk::NoMargin { shards },
            Shortage::NoCount => return Risk::NoCount,
            Shortage::Quota => return Risk::Quota,
            Shortage::Launch(shards) => return Risk::Launch { shards },
            Shortage::None => {}
        }
        if let Some(percent) = load.share_that_throttles() {
            return Risk::Skewed { percent };
        }
        if load.unknown_share_that_throttles().is_some() {
            return Risk::Unknown;
        }
        match load.days_to_full() {
            0 => Risk::None,
            days => Risk::Full { days: days as u64 },
        }
    }
}
