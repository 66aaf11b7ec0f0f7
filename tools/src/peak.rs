//! A declared peak by kind of write, as the plan and the documentation show it.

use std::fmt;

use keywright::schema::EntitySchema;
use serde::Serialize;

use crate::number::grouped;

const KINDS: [&str; 3] = ["creates", "updates", "deletes"];

/// The cost of a declared peak for one key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WritePeak {
    /// The kinds of writes that the peak declares.
    pub kinds: Vec<WriteKind>,
    /// Writes per second, of all kinds.
    pub writes_per_second: u64,
    /// Write units per second, of all kinds, rounded up. For a table, they include those of entries in local indexes.
    pub wcu: u64,
}

/// The writes of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WriteKind {
    /// `creates`, `updates` or `deletes`.
    pub kind: &'static str,
    /// Writes per second.
    pub writes_per_second: u64,
    /// Write units per second.
    pub wcu: f64,
}

impl WritePeak {
    /// Returns the peak of a key. `None` without a declared peak, and for a local index.
    pub(crate) fn of(entity: &EntitySchema, place: usize) -> Option<Self> {
        let demand = entity.demand(place)?;
        let kinds = KINDS.into_iter().zip(demand.rates).zip(demand.by_kind);
        let kinds = kinds.filter(|((_, rate), _)| *rate > 0).map(|((kind, writes_per_second), wcu)| WriteKind {
            kind,
            writes_per_second,
            wcu,
        });
        Some(Self { kinds: kinds.collect(), writes_per_second: demand.writes_per_second, wcu: demand.units_per_second })
    }
}

/// Formats the kinds, such as `3,000 creates/s (3,000 WCU/s), 500 updates/s (1,000 WCU/s)`.
impl fmt::Display for WritePeak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kinds.is_empty() {
            return f.write_str("none");
        }
        for (at, kind) in self.kinds.iter().enumerate() {
            let (rate, wcu) = (grouped(kind.writes_per_second), grouped(kind.wcu.ceil() as u64));
            write!(f, "{}{rate} {}/s ({wcu} WCU/s)", if at == 0 { "" } else { ", " }, kind.kind)?;
        }
        Ok(())
    }
}
