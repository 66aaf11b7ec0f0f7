//! What the documentation and the planner say of a partition key, from the judgement of the compiler.

use std::fmt;

use serde::Serialize;

use super::{KeyLoad, Shortage, Span, Verdict};
use crate::{
    physics::{limits::PARTITION_WRITE_UNITS, placement::Pair, shards::MOST_SHARDS},
    schema::EntitySchema,
};

/// What a schema shows of the load on a partition key. As text it is a sentence for documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "risk", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Risk {
    /// None: the declared peak fits, or the key takes many values and its peak is below what one partition carries.
    None,
    /// The key may be hot, and this is why.
    Accepted {
        /// The reason, as `allow_hot` gives it.
        reason: &'static str,
    },
    /// So few partition keys take all writes, and no peak is declared.
    Undeclared {
        /// The partition keys at one moment.
        keys: u64,
    },
    /// The peak exceeds what one partition carries, and the share of the most frequent key is not known: declare
    /// `top_share`.
    Unknown,
    /// One of few values throttles from this share of the writes on, in per cent.
    Skewed {
        /// The share in per cent.
        percent: u64,
    },
    /// The declared peak fits on average, but not in a busy second or through a roll-over: this many shards would do.
    NoMargin {
        /// The shards that would do.
        shards: u64,
    },
    /// The declared peak fits on average, but not in a busy second or through a roll-over, and no number of shards
    /// helps.
    NoCount,
    /// The warm throughput that the peak needs exceeds the quota of the table.
    Quota,
    /// The peak exceeds what the keys carry. Such a schema does not compile.
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
                "the declared peak fits on average, but not in a busy second or at a roll-over; {shards} shards would \
                 do"
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
            Self::Overloaded => write!(f, "the declared peak exceeds what the partition keys carry"),
        }
    }
}

/// How many partition keys an entity writes at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spread {
    /// The values of the key's fields, its shard aside; `None` where they cannot be known.
    pub values: Option<u64>,
    /// The shards that each of these spreads over.
    pub shards: u64,
    /// How long it writes these keys before time makes new ones. `None` where time does not renew them.
    pub roll_over: Option<Span>,
}

/// What a declared peak asks of a partition key.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Demand {
    /// Writes a second of every kind.
    pub writes_per_second: u64,
    /// Writes a second, by kind: creates, updates, deletes.
    pub rates: [u64; 3],
    /// Write units a second, by kind of write: creates, updates, deletes. On a table with local indexes, those of their
    /// entries are among them.
    pub by_kind: [f64; 3],
    /// Write units a second of all.
    pub units_per_second: u64,
    /// Write units of one write; where writes differ, those of writes of one size that vary as much.
    pub write_units: u64,
    /// Bytes of one entry: of the stored item, or of what the index holds of it.
    pub entry_bytes: u64,
    /// The shards that each value of the key needs: for a second over the limit in a million, and through a roll-over
    /// on the partitions of the quota. `None` where no count up to 1,000 will do. A key of unknown values whose most
    /// frequent one is not declared needs 1.
    pub shards: Option<u64>,
    /// The probability, per second, that one of the partition keys is over its limit. `None` for a key of unknown
    /// values whose most frequent one is not declared.
    pub overload_probability: Option<f64>,
    /// The warm throughput, in write units a second, with which this key alone holds a roll-over of its bucket; `None`
    /// where it has none, and where no 10 million write units a second do.
    pub warm_units: Option<u64>,
}

impl EntitySchema {
    /// What the declared peak asks of the key at this place of [`EntitySchema::keys`]: what KW001 to KW004 and KW018
    /// judge by. `None` without a peak, for a place that does not exist and an index that the table does not declare.
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
            write_units: peak.units,
            entry_bytes: self.entry_bytes(key)?,
            shards: load.shards_wanted().filter(|shards| *shards <= MOST_SHARDS && load.can_be_spread()),
            overload_probability: load.overload_probability(),
            warm_units: warm.map(|partitions| partitions.saturating_mul(PARTITION_WRITE_UNITS)),
        })
    }

    /// Ways to carry the declared peak of the key at this place through a roll-over: shards for each value, and the
    /// partitions that hold them ([`Pair`]). None without a
    /// peak, for a key that time does not renew, for one whose heaviest value is not known, and where shards do not
    /// help. Of few values without a declared share, one may take everything.
    pub fn pairs(&self, key: usize) -> [Option<Pair>; 3] {
        match KeyLoad::of_any(self, key) {
            Some(load) => load.with_local().pairs(),
            None => [None; 3],
        }
    }

    /// How many partition keys it writes at one moment through the key at this place of [`EntitySchema::keys`].
    /// `None` for a place that does not exist or an index that the table does not declare.
    pub fn spread(&self, key: usize) -> Option<Spread> {
        let load = KeyLoad::of_any(self, key)?;
        Some(Spread { values: load.variety.values(), shards: load.shards.reached(), roll_over: load.variety.clock() })
    }

    /// What the schema shows of the load on the partition key at this place of [`EntitySchema::keys`].
    pub fn risk(&self, key: usize) -> Risk {
        let Some(load) = KeyLoad::of_any(self, key).map(KeyLoad::with_local) else {
            return Risk::None;
        };
        let verdict = load.verdict();
        match load.key.key.allow_hot {
            // What no split relieves cannot be accepted.
            Some(_) if load.is_unsplit() && matches!(verdict, Verdict::Overloaded { .. } | Verdict::Popular) => {}
            Some(reason) => return Risk::Accepted { reason },
            None => {}
        }
        match verdict {
            Verdict::Undeclared => return Risk::Undeclared { keys: load.variety.values().unwrap_or(1) },
            Verdict::Overloaded { .. } | Verdict::Popular => return Risk::Overloaded,
            Verdict::Fine => {}
        }
        match load.shortage() {
            Shortage::Shards(shards) => return Risk::NoMargin { shards },
            Shortage::NoCount => return Risk::NoCount,
            Shortage::Quota => return Risk::Quota,
            Shortage::None => {}
        }
        if let Some(percent) = load.share_that_throttles() {
            return Risk::Skewed { percent };
        }
        match load.peak {
            Some(peak)
                if load.variety.values().is_none()
                    && !load.variety.is_even()
                    && load.top_share <= 0.0
                    && peak.units_per_second > PARTITION_WRITE_UNITS.saturating_mul(load.shards.reached()) =>
            {
                Risk::Unknown
            }
            _ => Risk::None,
        }
    }
}
