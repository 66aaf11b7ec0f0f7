//! What the monitor says of a key.

use std::fmt;

use super::{
    Capacity,
    advice::{KeyLoad, advice},
    fleet::Fleet,
    found::Found,
    snapshot::KeyCount,
};
use crate::schema::EntitySchema;

/// A partition key of a table or of an index, and what it was asked for within a second.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HotKey {
    /// The table's name on AWS.
    pub table: String,
    /// The index, or `None` for the table: an index has partitions and limits of its own.
    pub index: Option<&'static str>,
    /// Which of the key's two meters: its reads or its writes.
    pub capacity: Capacity,
    /// The name of an entity that has used the key. Other entities can share it.
    pub entity: &'static str,
    /// The partition key's text. Of a key longer than 156 bytes its first 112 and last 44 bytes around an ellipsis,
    /// or a few less where a character would be cut.
    pub key: String,
    /// The length of the whole key in bytes: of its text, or of the bytes of a binary key.
    pub key_bytes: usize,
    /// What it was asked for in the window, RCU or WCU, refused units included: of the last half to whole second in a
    /// snapshot, of the last half-second or second in an event.
    pub units: f64,
    /// Units a second. The true rate lies between `rate - error` and `rate`. One request alone counts as one in a
    /// second, however short the window is.
    pub rate: f64,
    /// By how many units a second `rate` may be too high: at most a thousandth (with 1,000 counters) of the load that
    /// the monitor sees, counted in partitions.
    pub error: f64,
    /// How many of the units a second, at least, were refused because the key throttled. What a refused read would have
    /// cost is not known: it counts as the least that such a read can.
    pub refused: f64,
    /// Its share of the units of the table or index that were counted, from 0 to 1.
    pub share: f64,
    /// The processes whose requests were counted: 1, or those of a merged [`Snapshot`](super::Snapshot).
    pub counted: u32,
    /// All processes, as [`Monitor::processes`](super::Monitor::processes) or a merged snapshot says; `None` where
    /// their number is not known. Rates are those that were counted: [`fleet_rate`](Self::fleet_rate) is that of all
    /// processes.
    pub processes: Option<u32>,
    /// The shards for this key that would carry the rate in all processes, where it takes more than there are and a
    /// count would do. Where the number of processes is not known: the shards for this process alone, so at least
    /// these.
    pub shards: Option<u64>,
    /// What to do about it.
    pub advice: String,
}

impl HotKey {
    pub(super) fn new(found: Found, fleet: Fleet) -> Self {
        let (entity, place, share) = (found.name.entity, usize::from(found.name.place), found.rates.share);
        Self::of(KeyCount::new(found), entity, place, share, fleet)
    }

    /// Of the entity's key at `place`.
    pub(super) fn of(count: KeyCount, entity: &'static EntitySchema, place: usize, share: f64, fleet: Fleet) -> Self {
        // One request, however large, needs no shards.
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

    /// The units a second in all processes: [`rate`](Self::rate), scaled from the processes that were counted to all of
    /// them. `None` where their number is not known.
    pub fn fleet_rate(&self) -> Option<f64> {
        let all = self.processes?;
        Some(self.rate * Fleet::new(self.counted, Some(all)).scale())
    }
}

/// One line: what is hot, how hot, and the advice.
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
