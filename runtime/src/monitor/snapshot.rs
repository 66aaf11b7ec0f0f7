//! Counts that processes can exchange as data.

use serde::{Deserialize, Serialize};

use super::{Capacity, found::Found};

/// The counts of one or several processes in the last second.
///
/// [`Monitor::counts`](super::Monitor::counts) returns it, [`merge`](Self::merge) adds the snapshots of other
/// processes, and [`Monitor::judge`](super::Monitor::judge) returns the keys that are hot in total. It is plain data:
/// send it in any format, such as JSON by its `serde` implementation.
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
    /// The number of processes whose counts the snapshot contains.
    pub processes: u32,
    /// The hottest keys of each process. [`merge`](Self::merge) orders them by their share of a partition's limit.
    pub keys: Vec<KeyCount>,
    /// The total load of each table and index.
    pub loads: Vec<LoadCount>,
}

/// The counts of one partition key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyCount {
    /// The table's name on AWS.
    pub table: String,
    /// The struct that derives `Table`.
    pub schema: String,
    /// The index, or `None` for the table.
    pub index: Option<String>,
    /// The meter: the key's reads or its writes.
    pub capacity: Capacity,
    /// The name of an entity that has used the key.
    pub entity: String,
    /// The partition key's text, shortened as in [`HotKey::key`](super::HotKey::key).
    pub key: String,
    /// The length of the whole key in bytes.
    pub key_bytes: usize,
    /// Whether `key` is the whole key. False if it was shortened, or if a sensitive field is redacted in it.
    pub is_whole: bool,
    /// The units in the last half to whole second.
    pub units: f64,
    /// Units per second, including rejected units.
    pub rate: f64,
    /// The maximum error of `rate`, in units per second.
    pub error: f64,
    /// Units per second that were rejected because the key was throttled.
    pub refused: f64,
    /// The largest single request, as units per second.
    pub largest: f64,
    /// The mean units per request.
    pub units_per_request: f64,
}

/// The load of all keys of a table or of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoadCount {
    /// The table's name on AWS.
    pub table: String,
    /// The index, or `None` for the table.
    pub index: Option<String>,
    /// The meter: reads or writes.
    pub capacity: Capacity,
    /// The units in the last half to whole second.
    pub units: f64,
}

impl Snapshot {
    /// Adds the counts of other processes. The units, rates and errors of equal keys, and the numbers of processes, are
    /// added.
    ///
    /// The snapshots should be of one second, or of seconds with similar load. A process does not report a key with
    /// less than 1/128 of its load, so such a key counts as 0 in this process. Keys that are not
    /// [whole](KeyCount::is_whole) are not merged, because different keys can look alike.
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

    /// The share of a key in the units of its table or index, from 0 to 1. 0 if the load of the table or index is not
    /// in the snapshot.
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

    /// The rate as a share of a partition's limit.
    pub(super) fn of_a_partition(&self) -> f64 {
        self.rate / self.capacity.limit() as f64
    }

    /// Whether the count is of a single request.
    pub(super) fn is_single(&self) -> bool {
        self.rate <= self.largest
    }

    /// The lower bound of the rate, in which the largest request is at most half.
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
