//! Counts the events of a simulation.

use std::time::Duration;

use hdrhistogram::Histogram;

use super::Error;
use super::report::{EntityReport, Interval, LatencyReport, Report, ResourceReport, Writes};
use super::settings::Simulation;
use crate::partitions::Resource;

/// Counts what happens to the requests that arrive during the measured time.
pub(super) struct Tally {
    entities: Vec<EntityReport>,
    /// The latencies of each entity, in microseconds.
    latencies: Vec<Histogram<u64>>,
    /// For each entity, the last second in which one of its writes was throttled.
    throttled_in: Vec<Option<u64>>,
    /// The names of the resources.
    resources: Vec<String>,
    /// The numbers of their partitions when the first interval began.
    before: Vec<usize>,
    intervals: Vec<Counted>,
    interval: Duration,
    /// When the next interval begins.
    next: Duration,
    now: Duration,
}

/// The counts of an interval, by entities and resources.
struct Counted {
    start: Duration,
    entities: Vec<Writes>,
    partitions: Vec<usize>,
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
            before: resources.iter().map(Resource::partitions).collect(),
            intervals: Vec::new(),
            interval: settings.length_of_intervals(),
            next: settings.measured_from(),
            now: Duration::ZERO,
        })
    }

    /// Advances to the time of an event. Returns whether the measured time begins with it.
    pub(super) fn advance(&mut self, now: Duration, resources: &[Resource]) -> bool {
        self.now = now;
        let is_first = self.intervals.is_empty();
        while now >= self.next {
            self.intervals.push(Counted {
                start: self.next,
                entities: vec![Writes::default(); self.entities.len()],
                partitions: resources.iter().map(Resource::partitions).collect(),
            });
            self.next = self.next.saturating_add(self.interval);
        }
        let begins = is_first && !self.intervals.is_empty();
        if begins {
            self.before = resources.iter().map(Resource::partitions).collect();
        }
        begins
    }

    pub(super) fn arrived(&mut self, entity: usize) {
        self.count(entity, |writes| writes.writes += 1);
    }

    pub(super) fn accepted(&mut self, entity: usize, latency: Duration) {
        self.count(entity, |writes| writes.accepted += 1);
        if let Some(latencies) = self.latencies.get_mut(entity) {
            let microseconds = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
            // It grows as needed, and no latency exceeds the duration of the simulation.
            let _ = latencies.record(microseconds);
        }
    }

    pub(super) fn read(&mut self, entity: usize, is_throttled: bool) {
        if let Some(report) = self.entities.get_mut(entity) {
            report.reads.reads += 1;
            report.reads.throttled += u64::from(is_throttled);
        }
    }

    /// Counts an attempt that was throttled by these tables and indexes.
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
        if let Some(writes) = self.intervals.last_mut().and_then(|interval| interval.entities.get_mut(entity)) {
            count(writes);
        }
    }

    /// Makes the report. `waiting` are the entities of the writes that are still waiting.
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
        let resource = |(resource, before): (&Resource, &usize)| {
            ResourceReport::new(*before, resource.name(), resource.snapshot())
        };
        Report {
            table: settings.table.name.to_owned(),
            seconds: settings.duration.saturating_sub(settings.measured_from()).as_secs_f64(),
            resources: resources.iter().zip(&self.before).map(resource).collect(),
            intervals: self.intervals.iter().map(|interval| interval.named(&self.entities, &self.resources)).collect(),
            entities: self.entities,
        }
    }
}

impl Counted {
    fn named(&self, entities: &[EntityReport], resources: &[String]) -> Interval {
        let entities = entities.iter().map(|entity| entity.entity.clone());
        Interval {
            start_seconds: self.start.as_secs_f64(),
            entities: entities.zip(self.entities.iter().copied()).collect(),
            partitions: resources.iter().cloned().zip(self.partitions.iter().copied()).collect(),
        }
    }
}
