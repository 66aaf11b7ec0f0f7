//! A reported key.

use std::fmt;

use super::{
    Capacity,
    advice::{KeyLoad, advice},
    fleet::Fleet,
    found::Found,
    snapshot::KeyCount,
};
use crate::schema::EntitySchema;

/// A partition key of a table or of an index, with its rates within the last second.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HotKey {
    /// The table's name on AWS.
    pub table: String,
    /// The index, or `None` for the table. An index has its own partitions and limits.
    pub index: Option<&'static str>,
    /// The meter: the key's reads or its writes.
    pub capacity: Capacity,
    /// The name of an entity that has used the key. Other entities can share it.
    pub entity: &'static str,
    /// The partition key as text. A key longer than 156 bytes is shortened to its first 112 and last 44 bytes around an
    /// ellipsis, or slightly less at the boundary of a character.
    pub key: String,
    /// The length of the whole key in bytes: of its text, or of a binary key.
    pub key_bytes: usize,
    /// The requested units in the window, in RCU or WCU, including rejected ones. The window is the last half to whole
    /// second in a snapshot, and the last half-second or second in an event.
    pub units: f64,
    /// Units per second. The true rate is between `rate - error` and `rate`. A single request counts as one per second,
    /// even if the window is shorter.
    pub rate: f64,
    /// The maximum error of `rate` in units per second: at most a thousandth (with 1,000 counters) of the load that the
    /// monitor counts, relative to the limits of a partition.
    pub error: f64,
    /// A lower bound of the units per second that were rejected because the key was throttled. The cost of a rejected
    /// read is not known, so the smallest possible cost of such a read is counted.
    pub refused: f64,
    /// The key's share of the counted units of the table or index, from 0 to 1.
    pub share: f64,
    /// The number of processes whose requests were counted: 1, or those of a merged [`Snapshot`](super::Snapshot).
    pub counted: u32,
    /// The number of all processes, set by [`Monitor::processes`](super::Monitor::processes) or taken from a merged
    /// snapshot. `None` if it is not known. The other rates are counted rates; [`fleet_rate`](Self::fleet_rate) is the
    /// rate in all processes.
    pub processes: Option<u32>,
    /// The number of shards of this key that would serve the rate in all processes, if there are fewer shards now and
    /// shards help. If the number of processes is not known, it covers only this process, so it is a lower bound.
    pub shards: Option<u64>,
    /// How to spread or reduce the load.
    pub advice: String,
}

impl HotKey {
    pub(super) fn new(found: Found, fleet: Fleet) -> Self {
        let (entity, place, share) = (found.name.entity, usize::from(found.name.place), found.rates.share);
        Self::of(KeyCount::new(found), entity, place, share, fleet)
    }

    /// Creates the report for the entity's key at position `place`.
    pub(super) fn of(count: KeyCount, entity: &'static EntitySchema, place: usize, share: f64, fleet: Fleet) -> Self {
        // A single request needs no shards, even if it is large.
        let rate = if count.is_single() { 0.0 } else { count.rate };
        let load = KeyLoad { capacity: count.capacity, rate, units: count.units_per_request, fleet };
        let advice = advice(entity, place, &load);
        Self {
            index: entity.keys.get(place).and_then(|key| key.index),
            capacity: count.capacity,
            entity: entity.name,
            table: count.table,
            key: count.key,
            key_bytes: count.key_bytes,
            units: count.units,
            rate: count.rate,
            error: count.error,
            refused: count.refused,
            share,
            counted: fleet.counted(),
            processes: fleet.all(),
            shards: advice.shards,
            advice: advice.text,
        }
    }

    /// Returns the units per second in all processes: [`rate`](Self::rate), scaled from the counted processes to all of
    /// them. `None` if their number is not known.
    pub fn fleet_rate(&self) -> Option<f64> {
        let all = self.processes?;
        Some(self.rate * Fleet::new(self.counted, Some(all)).scale())
    }
}

/// Prints one line: the key, its rates, and the advice.
impl fmt::Display for HotKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, capacity, key, rate, refused, share, advice, .. } = self;
        write!(f, "table {table}")?;
        if let Some(index) = self.index {
            write!(f, ", index {index}")?;
        }
        write!(f, ", key {key}: {rate:.0} {capacity}/s")?;
        match (self.fleet_rate(), self.processes) {
            (Some(fleet_rate), Some(all)) if all > self.counted => {
                write!(f, " in {} of {all} processes, {fleet_rate:.0} {capacity}/s in all", self.counted)?;
            }
            (None, _) => f.write_str(" in this process")?,
            _ => {}
        }
        write!(f, ", {:.0} %", share * 100.0)?;
        if *refused > 0.0 {
            write!(f, ", {refused:.0} refused")?;
        }
        write!(f, "; {advice}")
    }
}
