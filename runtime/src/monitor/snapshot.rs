//! Counts as data that several processes can exchange.

use serde::{Deserialize, Serialize};

use super::{Capacity, found::Found};

/// What one or several processes counted in the last second.
///
/// [`Monitor::counts`](super::Monitor::counts) takes it, [`merge`](Self::merge) adds the snapshots of other processes,
/// and [`Monitor::judge`](super::Monitor::judge) names the keys that are hot in all of them. It is plain data: send it
/// in any form, such as JSON by its `serde` implementation.
///
/// ```
/// use keywright::monitor::{Capacity, KeyCount, Snapshot};
///
/// let count = |rate| KeyCount {
///     table: "platform".into(),
///     schema: "Platform".into(),
///     index: None,
///     capacity: Capacity::Write,
///     entity: "Order".into(),
///     key: "CUSTOMER#acme".into(),
///     key_bytes: 13,
///     is_whole: true,
///     units: rate,
///     rate,
///     error: 1.0,
///     refused: 0.0,
///     largest: 2.0,
///     units_per_request: 2.0,
/// };
/// let snapshot = |rate| Snapshot { processes: 1, keys: vec![count(rate)], loads: vec![] };
///
/// let mut fleet = Snapshot::default();
/// fleet.merge(snapshot(450.0));
/// fleet.merge(snapshot(500.0));
/// assert_eq!(fleet.processes, 2);
/// assert_eq!((fleet.keys[0].rate, fleet.keys[0].error), (950.0, 2.0));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    /// The processes whose counts are in it.
    pub processes: u32,
    /// The heaviest keys of each process. [`merge`](Self::merge) puts those first that take most of a partition.
    pub keys: Vec<KeyCount>,
    /// What all keys together take of each table and index.
    pub loads: Vec<LoadCount>,
}

/// What one partition key takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyCount {
    /// The table's name on AWS.
    pub table: String,
    /// The struct that derives `Table`.
    pub schema: String,
    /// The index, or `None` for the table.
    pub index: Option<String>,
    /// Whether it is the key's reads or its writes.
    pub capacity: Capacity,
    /// The name of an entity that has used the key.
    pub entity: String,
    /// The partition key's text, shortened as in [`HotKey::key`](super::HotKey::key).
    pub key: String,
    /// The length of the whole key in bytes.
    pub key_bytes: usize,
    /// Whether `key` is the whole key: it is not if it was shortened, or if a sensitive field is redacted in it.
    pub is_whole: bool,
    /// The units in the last half to whole second.
    pub units: f64,
    /// Units a second, refused units included.
    pub rate: f64,
    /// By how many units a second `rate` may be too high.
    pub error: f64,
    /// Units a second that were refused because the key throttled.
    pub refused: f64,
    /// The largest single request, as units a second.
    pub largest: f64,
    /// The mean units of a request.
    pub units_per_request: f64,
}

/// What all keys of a table or of an index take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoadCount {
    /// The table's name on AWS.
    pub table: String,
    /// The index, or `None` for the table.
    pub index: Option<String>,
    /// Whether it is reads or writes.
    pub capacity: Capacity,
    /// The units in the last half to whole second.
    pub units: f64,
}

impl Snapshot {
    /// Adds the counts of other processes: units, rates and errors of equal keys add up, and so do the numbers of
    /// processes.
    ///
    /// The snapshots should be of the same second or of seconds that do not differ. A process does not show a key that
    /// has less than a 128th of its load: such a key counts as 0 there. Keys that are not
    /// [whole](KeyCount::is_whole) stay apart, because two of them can look alike.
    pub fn merge(&mut self, other: Self) {
        self.processes = self.processes.saturating_add(other.processes);
        for key in other.keys {
            match self.keys.iter_mut().find(|known| known.is_same(&key)) {
                Some(known) => known.add(&key),
                None => self.keys.push(key),
            }
        }
        for load in other.loads {
            match self.loads.iter_mut().find(|known| known.is_same(&load)) {
                Some(known) => known.units += load.units,
                None => self.loads.push(load),
            }
        }
        self.keys.sort_by(|a, b| b.of_a_partition().total_cmp(&a.of_a_partition()));
    }

    /// The share that a key has of its table's or index's units, from 0 to 1; 0 if their load is not in the snapshot.
    pub(super) fn share(&self, key: &KeyCount) -> f64 {
        let is_its = |load: &&LoadCount| {
            (&load.table, &load.index, load.capacity) == (&key.table, &key.index, key.capacity) && load.units > 0.0
        };
        self.loads.iter().find(is_its).map_or(0.0, |load| (key.units / load.units).min(1.0))
    }
}

impl KeyCount {
    pub(super) fn new(found: Found) -> Self {
        let Found { name, table, rates } = found;
        let index = name.entity.keys.get(usize::from(name.place)).and_then(|key| key.index);
        Self {
            table: table.to_string(),
            schema: name.entity.table.name.to_owned(),
            index: index.map(str::to_owned),
            capacity: rates.capacity,
            entity: name.entity.name.to_owned(),
            key_bytes: usize::from(name.text.key_bytes),
            is_whole: name.text.is_whole,
            key: name.text.text.into(),
            units: rates.units,
            rate: rates.rate,
            error: rates.error,
            refused: rates.refused,
            largest: rates.largest,
            units_per_request: rates.capacity.units(1) * f64::from(name.mean),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let id = |key: &Self| (key.is_whole, key.capacity, key.key_bytes);
        self.is_whole
            && id(self) == id(other)
            && (&self.key, &self.index, &self.table) == (&other.key, &other.index, &other.table)
    }

    fn add(&mut self, other: &Self) {
        let requests = |key: &Self| if key.units_per_request > 0.0 { key.rate / key.units_per_request } else { 0.0 };
        let together = requests(self) + requests(other);
        self.units += other.units;
        self.rate += other.rate;
        self.error += other.error;
        self.refused += other.refused;
        self.largest = self.largest.max(other.largest);
        if together > 0.0 {
            self.units_per_request = self.rate / together;
        }
    }

    /// How much of a partition it takes.
    pub(super) fn of_a_partition(&self) -> f64 {
        self.rate / self.capacity.limit() as f64
    }

    /// Whether it is one request.
    pub(super) fn is_single(&self) -> bool {
        self.rate <= self.largest
    }

    /// The rate that it has at least, of which the largest request is no more than half.
    pub(super) fn sure(&self) -> f64 {
        let at_least = (self.rate - self.error).max(0.0);
        at_least.min(2.0 * (at_least - self.largest).max(0.0))
    }
}

impl LoadCount {
    fn is_same(&self, other: &Self) -> bool {
        (&self.table, &self.index, self.capacity) == (&other.table, &other.index, other.capacity)
    }
}

#[cfg(test)]
mod tests;
