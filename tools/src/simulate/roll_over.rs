//! Simulates the load through a roll-over, on the table that the generated templates deploy.

use std::time::Duration;

use keywright::{
    key::Timestamp,
    schema::{EntitySchema, TableSchema},
};
use keywright_local::{
    Partitions,
    simulate::{Load, Simulation, Traffic},
};

use crate::plan::has_roll_over;

/// 2029-01-01T00:00:00Z, a Monday: buckets of every length begin.
pub(crate) const EVERY_BUCKET: &str = "2029-01-01T00:00:00Z";

/// Returns the instant of [`EVERY_BUCKET`].
pub(crate) const fn every_bucket() -> Timestamp {
    Timestamp { seconds: 1_861_920_000, nanos: 0 }
}

/// The simulated seconds before the roll-over, which are not measured.
const BEFORE: u64 = 10;

/// The number of intervals of a report.
const INTERVALS: u64 = 12;

/// How long keys without a roll-over have been loaded by default.
const HOUR: Duration = Duration::from_secs(3_600);

/// A table with the entities whose load is simulated.
#[derive(Debug, Clone)]
pub(crate) struct RollOver {
    pub(crate) table: &'static TableSchema,
    pub(crate) entities: &'static [&'static EntitySchema],
    /// The entities that have a load.
    loaded: Vec<&'static EntitySchema>,
}

impl RollOver {
    /// Selects all entities that declare a load.
    pub(crate) fn of_all(table: &'static TableSchema, entities: &'static [&'static EntitySchema]) -> Self {
        let loaded = entities.iter().copied().filter(|entity| entity.peak.is_some()).collect();
        Self { table, entities, loaded }
    }

    /// Selects the named entities, or all if none is named.
    pub(crate) fn of_named(self, names: &[String]) -> Result<Self, String> {
        if names.is_empty() {
            return if self.has_load() { Ok(self) } else { Err(self.has_none()) };
        }
        let loaded = names.iter().map(|name| self.named(name)).collect::<Result<_, _>>()?;
        Ok(Self { loaded, ..self })
    }

    /// Returns whether an entity declares a load.
    pub(crate) fn has_load(&self) -> bool {
        !self.loaded.is_empty()
    }

    /// Returns the expected number of requests of a simulation of these seconds.
    pub(crate) fn requests(&self, seconds: u64) -> f64 {
        let rate = |entity: &&EntitySchema| {
            let reads = (0..entity.keys.len()).filter_map(|key| entity.declared_reads(key));
            let reads: u64 = reads.map(|reads| reads.per_second()).sum();
            entity.peak.map_or(0, |peak| peak.creates + peak.updates + peak.deletes) + reads
        };
        self.loaded.iter().map(rate).sum::<u64>() as f64 * (BEFORE + seconds) as f64
    }

    fn has_none(&self) -> String {
        let name = self.table.name;
        format!("no entity of `{name}` declares a load; give one `#[peak(creates = .., item_bytes = ..)]`")
    }

    fn named(&self, name: &str) -> Result<&'static EntitySchema, String> {
        let Some(entity) = self.entities.iter().copied().find(|entity| entity.name == name) else {
            let names: Vec<_> = self.entities.iter().map(|entity| entity.name).collect();
            let names = names.join(", ");
            return Err(format!("`{name}` is not an entity of `{}`; it has {names}", self.table.name));
        };
        match entity.peak {
            Some(_) => Ok(entity),
            None => Err(format!(
                "`{name}` declares no load; give it `#[peak(creates = .., item_bytes = ..)]`, or name other entities"
            )),
        }
    }

    /// Returns how long the load has split partitions by default: an hour, unless every key changes with time.
    pub(crate) fn past(&self) -> Duration {
        let lasts = |entity: &&'static EntitySchema| {
            let places = entity.every_key().enumerate().filter(|(_, key)| !key.local);
            places.into_iter().any(|(place, _)| !has_roll_over(entity, place))
        };
        if self.loaded.iter().any(lasts) { HOUR } else { Duration::ZERO }
    }

    /// Simulates these seconds from an instant on.
    pub(crate) fn simulation(&self, at: Timestamp, seconds: u64) -> Simulation {
        let load = self.loaded.iter().fold(Load::none(), |load, entity| match Traffic::declared_by(entity) {
            Some(traffic) => load.entity_of(entity, traffic),
            None => load,
        });
        Simulation::deployed_of(self.table, self.entities, load)
            .start(Timestamp { seconds: at.seconds.saturating_sub_unsigned(BEFORE), ..at })
            .measure_from(Duration::from_secs(BEFORE))
            .duration(Duration::from_secs(BEFORE.saturating_add(seconds)))
            .interval(Duration::from_secs(seconds.div_ceil(INTERVALS)))
    }
}

/// Draws the requests and places the keys by a seed.
pub(crate) fn seeded(simulation: &Simulation, seed: u64) -> Simulation {
    simulation.clone().seed(seed).partitions(Partitions::default().seed(seed))
}

/// Returns the seconds from the roll-over to the beginning of an interval.
pub(crate) fn seconds_from(start_seconds: f64) -> f64 {
    start_seconds - BEFORE as f64
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Datelike as _, Utc, Weekday};

    use super::*;

    #[test]
    fn buckets_of_every_length_begin() {
        let at: DateTime<Utc> = EVERY_BUCKET.parse().unwrap();
        assert_eq!(at.timestamp(), every_bucket().seconds);
        assert_eq!((at.weekday(), at.ordinal()), (Weekday::Mon, 1));
        assert_eq!(at.timestamp() % 86_400, 0);
    }
}
