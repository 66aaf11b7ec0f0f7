//! What happens, counted.

use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

use super::Error;
use super::report::{EntityReport, Interval, LatencyReport, Report, ResourceReport, Writes};
use super::settings::Simulation;
use crate::partitions::Resource;

/// Counts what happens to the writes.
pub(super) struct Tally {
    entities: Vec<EntityReport>,
    /// By entity, in microseconds.
    latencies: Vec<Histogram<u64>>,
    /// By entity: the last second in which one of its writes was throttled.
    throttled_in: Vec<Option<u64>>,
    /// The names of the resources.
    resources: Vec<String>,
    intervals: Vec<Interval>,
    interval: Duration,
    now: Duration,
}

impl Tally {
    pub(super) fn new(
        settings: &Simulation,
        entities: Vec<&'static str>,
        resources: &[Resource],
    ) -> Result<Self, Error> {
        let histogram = || Histogram::new(3).map_err(|error| Error::fault(error, "report this"));
        let latencies = entities.iter().map(|_| histogram()).collect::<Result<_, _>>()?;
        Ok(Self {
            throttled_in: vec![None; entities.len()],
            entities: entities.into_iter().map(EntityReport::new).collect(),
            latencies,
            resources: resources.iter().map(|resource| resource.name().to_owned()).collect(),
            intervals: Vec::new(),
            interval: settings.length_of_intervals(),
            now: Duration::ZERO,
        })
    }

    pub(super) fn arrived(&mut self, entity: usize) {
        self.count(entity, |writes| writes.writes += 1);
    }

    /// Something happens now.
    pub(super) fn advance(&mut self, now: Duration, resources: &[Resource]) {
        self.now = now;
        let number = now.as_nanos() / self.interval.as_nanos().max(1);
        while (self.intervals.len() as u128) <= number {
            let start = self.interval.saturating_mul(u32::try_from(self.intervals.len()).unwrap_or(u32::MAX));
            let partitions = self.resources.iter().cloned().zip(resources.iter().map(Resource::partitions)).collect();
            let entities = self.entities.iter().map(|entity| (entity.entity.clone(), Writes::default())).collect();
            self.intervals.push(Interval { start_seconds: start.as_secs_f64(), entities, partitions });
        }
    }

    pub(super) fn accepted(&mut self, entity: usize, latency: Duration) {
        self.count(entity, |writes| writes.accepted += 1);
        if let Some(latencies) = self.latencies.get_mut(entity) {
            let microseconds = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
            // It grows as it needs to; no latency is longer than the simulation.
            let _ = latencies.record(microseconds);
        }
    }

    /// An attempt was refused by these tables and indexes.
    pub(super) fn refused(&mut self, entity: usize, is_first: bool, by: impl Iterator<Item = usize>) {
        self.count(entity, |writes| {
            writes.refusals += 1;
            writes.throttled += u64::from(is_first);
        });
        let (Some(report), Some(last)) = (self.entities.get_mut(entity), self.throttled_in.get_mut(entity)) else {
            return;
        };
        for resource in by {
            if let Some(name) = self.resources.get(resource) {
                match report.refused_by.get_mut(name) {
                    Some(count) => *count += 1,
                    None => drop(report.refused_by.insert(name.clone(), 1)),
                }
            }
        }
        let second = Some(self.now.as_secs());
        if *last != second {
            *last = second;
            report.throttled_seconds += 1;
        }
    }

    pub(super) fn lost(&mut self, entity: usize) {
        self.count(entity, |writes| writes.lost += 1);
    }

    fn count(&mut self, entity: usize, count: impl Fn(&mut Writes)) {
        let Some(report) = self.entities.get_mut(entity) else { return };
        count(&mut report.totals);
        if let Some(interval) = self.intervals.last_mut()
            && let Some(writes) = interval.entities.get_mut(&report.entity)
        {
            count(writes);
        }
    }

    /// The report; `waiting` are the entities of the writes that still wait.
    pub(super) fn report(
        mut self,
        settings: &Simulation,
        resources: &[Resource],
        waiting: impl Iterator<Item = usize>,
    ) -> Report {
        self.advance(settings.duration.saturating_sub(Duration::from_nanos(1)), resources);
        for entity in waiting {
            if let Some(entity) = self.entities.get_mut(entity) {
                entity.waiting += 1;
            }
        }
        for (entity, latencies) in self.entities.iter_mut().zip(&self.latencies) {
            entity.latency = (!latencies.is_empty()).then(|| LatencyReport::of(latencies));
        }
        let first: BTreeMap<_, _> = self.intervals.first().map(|first| first.partitions.clone()).unwrap_or_default();
        let resource = |resource: &Resource| {
            let before = first.get(resource.name()).copied();
            ResourceReport::new(before.unwrap_or(resource.partitions()), resource.name(), resource.snapshot())
        };
        Report {
            table: settings.table.name.to_owned(),
            seconds: settings.duration.as_secs_f64(),
            resources: resources.iter().map(resource).collect(),
            entities: self.entities,
            intervals: self.intervals,
        }
    }
}
