//! The throughput to ask for before the traffic comes: for the table, and for each index.

use super::{KeyLoad, reads::read_units_per_second};
use crate::{
    physics::{
        limits::{NEW_TABLE_PARTITIONS, NEW_TABLE_READ_UNITS, PARTITION_WRITE_UNITS},
        placement::{BACKGROUND_HEADROOM, Fewest, ROLL_OVER_TARGET, binomial},
    },
    schema::EntitySchema,
};

/// Warm throughput that a design needs, in units a second. `None` where a new on-demand table or index serves it.
///
/// DynamoDB raises a table's warm throughput with its traffic and never lowers it, so it is a figure for the creation
/// of the table.
///
/// AWS: [Warm throughput](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct WarmThroughput {
    /// Write units a second.
    pub write_units: Option<u64>,
    /// Read units a second.
    pub read_units: Option<u64>,
}

impl WarmThroughput {
    /// Whether a new on-demand table or index does not serve the declared load.
    #[must_use]
    pub const fn is_needed(&self) -> bool {
        self.write_units.is_some() || self.read_units.is_some()
    }
}

/// The warm throughput that the declared peaks of `entities` need, for an index or, with `None`, for the table.
///
/// Write units: at least one partition for each 1,000, and enough that a roll-over of the time buckets overloads none,
/// but for one roll-over in a thousand. Keys that time does not renew are placed once and count as evenly loaded. Read
/// units: the declared reads, where they exceed the 12,000 of a new table.
pub fn warm_throughput(entities: &[&EntitySchema], index: Option<&str>) -> WarmThroughput {
    let mut load = Placed::default();
    let mut read_units = 0.0;
    for entity in entities {
        for (place, _) in entity.keys.iter().enumerate().filter(|(_, key)| key.index == index && !key.local) {
            load.add(entity, place);
            read_units += read_units_per_second(entity, place);
        }
    }
    let partitions = load.partitions();
    WarmThroughput {
        write_units: (partitions > NEW_TABLE_PARTITIONS).then_some(partitions.saturating_mul(PARTITION_WRITE_UNITS)),
        read_units: (read_units > NEW_TABLE_READ_UNITS as f64).then_some(read_units.ceil() as u64),
    }
}

/// What is written to a table or an index.
#[derive(Debug, Default)]
struct Placed {
    /// Keys that a roll-over makes: how many, and the write units a second of each.
    new_keys: Vec<(u64, f64)>,
    /// Write units a second of all other keys.
    background: f64,
    /// The partitions that one of the keys needs alone, as [`EntitySchema::demand`] has them: the most of any.
    alone: u64,
}

impl Placed {
    fn add(&mut self, entity: &EntitySchema, place: usize) {
        let Some(load) = KeyLoad::of_any(entity, place).map(KeyLoad::with_local) else { return };
        let Some(peak) = load.peak else { return };
        if load.roll_over().is_some() {
            let new = load.new_keys(&peak);
            self.alone = self.alone.max(new.partitions().unwrap_or_default());
            self.background += new.background;
            let groups = [new.many, new.few].into_iter().filter(|group| group.keys > 0);
            self.new_keys.extend(groups.map(|group| (group.keys, group.each)));
        } else {
            self.background += load.units_in_place(&peak) as f64;
        }
    }

    /// The fewest partitions, at least 1, and no fewer than one of the keys needs alone: that figure rounds the two
    /// groups of a key in another way. Where none would do, as many as carry the mean.
    fn partitions(&self) -> u64 {
        let units = self.background + self.new_keys.iter().map(|(keys, each)| *keys as f64 * each).sum::<f64>();
        let mean = ((units / PARTITION_WRITE_UNITS as f64).ceil() as u64).max(1);
        let mut search = Fewest::new();
        while let Some(partitions) = search.candidate() {
            search = search.narrowed(partitions, self.hold_on(partitions));
        }
        search.found().unwrap_or_default().max(mean).max(self.alone)
    }

    fn hold_on(&self, partitions: u64) -> bool {
        let room = PARTITION_WRITE_UNITS as f64 - self.background * BACKGROUND_HEADROOM / partitions as f64;
        room >= 0.0 && partitions as f64 * overload_probability(&self.new_keys, partitions, room) <= ROLL_OVER_TARGET
    }
}

/// The probability that the keys on one of `partitions` partitions exceed `room` write units a second.
fn overload_probability(keys: &[(u64, f64)], partitions: u64, room: f64) -> f64 {
    let Some((last, others)) = keys.split_last() else { return 0.0 };
    // By the room that is left, in whole units: the probability that the groups so far exceed it.
    let mut over = vec![0.0; room as usize + 1];
    for group in others {
        let chances = chances(*group, partitions);
        over = (0..over.len()).map(|room| with_keys(&over, room as f64, *group, &chances)).collect();
    }
    with_keys(&over, room, *last, &chances(*last, partitions))
}

/// The probabilities that 0, 1, 2 .. of the keys fall on one partition.
fn chances((keys, _): (u64, f64), partitions: u64) -> Vec<f64> {
    let chance = |count| match partitions {
        1 => f64::from(count == keys),
        _ => binomial(count, keys, 1.0 / partitions as f64),
    };
    (0..=keys).map(chance).collect()
}

/// The probability to exceed `room` with these keys and the groups of `over`.
fn with_keys(over: &[f64], room: f64, (_, units): (u64, f64), chances: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (count, probability) in chances.iter().enumerate() {
        // A whole number of keys may fit exactly.
        let left = room - count as f64 * units * (1.0 - 1e-9);
        sum += probability * if left < 0.0 { 1.0 } else { over.get(left as usize).copied().unwrap_or(0.0) };
    }
    sum
}

#[cfg(test)]
mod tests;
