//! What the monitor says of a key.

use std::fmt;

use super::{Capacity, advice::advice, rates::Rates, window::Found};

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
    /// The same a second. The true rate lies between `rate - error` and `rate`. One request alone counts as one in a
    /// second, however short the window is.
    pub rate: f64,
    /// By how many units a second `rate` may be too high: at most a thousandth (with 1,000 counters) of the load that
    /// the monitor sees, counted in partitions.
    pub error: f64,
    /// How many of the units a second, at least, were refused because the key throttled. What a refused read would have
    /// cost is not known: it counts as the least that such a read can.
    pub refused: f64,
    /// Its share of the same units of the table or index, from 0 to 1.
    pub share: f64,
    /// The shards for this key that would carry the rate, where it takes more than there are and a count would do.
    pub shards: Option<u64>,
    /// What to do about it.
    pub advice: String,
}

impl HotKey {
    pub(super) fn new(found: Found) -> Self {
        let Found { name, table, rates } = found;
        let Rates { capacity, units, rate, error, refused, share, is_single, .. } = rates;
        let mean = capacity.units(1) * f64::from(name.mean);
        let place = usize::from(name.place);
        // One request, however large, needs no shards.
        let advice = advice(name.entity, place, capacity, if is_single { 0.0 } else { rate }, mean);
        Self {
            table: table.to_string(),
            index: name.entity.keys.get(place).and_then(|key| key.index),
            capacity,
            entity: name.entity.name,
            key: name.text.into(),
            key_bytes: usize::from(name.key_bytes),
            units,
            rate,
            error,
            refused,
            share,
            shards: advice.shards,
            advice: advice.text,
        }
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
        write!(f, ", key {key}: {rate:.0} {capacity}/s, {:.0} %", share * 100.0)?;
        if *refused > 0.0 {
            write!(f, ", {refused:.0} refused")?;
        }
        write!(f, "; {advice}")
    }
}
