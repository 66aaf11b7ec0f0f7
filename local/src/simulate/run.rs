//! Processes the events of a simulation in chronological order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Duration;

use keywright::throttling::carries_random_shard;

use super::generator::RequestGenerator;
use super::history;
use super::lanes::{Charge, Lanes, Resources};
use super::mix::Kind;
use super::policy::{Attempts, Next, Refusal};
use super::request::Request;
use super::settings::Simulation;
use super::stream::{Stream, gap, nanos};
use super::tally::Tally;
use super::writer::Writer;
use super::{Error, Report};
use crate::partitions::{Ledger, Limit, Partitions};
use crate::random::Random;

/// A write that waits for its next attempt.
struct Pending {
    at: u64,
    /// Distinguishes writes at equal times.
    number: u64,
    write: Box<Write>,
}

/// A write with its previous attempts.
struct Write {
    at: u64,
    arrived: u64,
    entity: usize,
    writer: usize,
    request: Request,
    attempts: Attempts,
}

struct Run<'a> {
    settings: &'a Simulation,
    partitions: &'a Partitions,
    random: Random,
    resources: Resources,
    lanes: Lanes,
    streams: Vec<Stream>,
    writers: Vec<Writer>,
    pending: BinaryHeap<Pending>,
    numbers: u64,
    charges: Vec<Charge>,
    tally: Tally,
    /// The difference between the time of an event and that of its item, in nanoseconds.
    offset: u64,
    /// The time from which events are counted, in nanoseconds.
    measured_from: u64,
}

/// Runs a simulation under these partitions.
pub(super) fn run(settings: &Simulation, partitions: &Partitions) -> Result<Report, Error> {
    let mut random = Random::new(settings.seed);
    let mut streams = Vec::new();
    for (entity, traffic) in settings.streams()? {
        let generator = RequestGenerator::new(streams.len(), entity, traffic, settings)?;
        let next = gap(&mut random, traffic.per_second());
        let moves = entity.every_key().map(|key| carries_random_shard(entity, key.index)).collect();
        streams.push(Stream { generator, per_second: traffic.per_second(), next, moves });
    }
    let writers = (0..settings.writers.max(1)).map(|_| Writer::new(streams.len(), &mut random)).collect();
    let mut resources = Resources(settings.resources(partitions)?);
    let mut lanes = Lanes::default();
    history::replay_previous_day(settings, partitions, &mut streams, &mut resources, &mut lanes)?;
    let entities = streams.iter().map(|stream| stream.generator.entity.name).collect();
    let tally = Tally::new(settings, entities, &resources.0)?;
    let mut run = Run {
        settings,
        partitions,
        random,
        resources,
        lanes,
        streams,
        writers,
        pending: BinaryHeap::new(),
        numbers: 0,
        charges: Vec::new(),
        tally,
        offset: nanos(settings.offset()),
        measured_from: nanos(settings.measured_from()),
    };
    run.finish()?;
    let Run { resources, pending, tally, measured_from, .. } = run;
    let waiting = pending.iter().map(|pending| &pending.write).filter(|write| write.arrived >= measured_from);
    Ok(tally.report(settings, &resources.0, waiting.map(|write| write.entity)))
}

impl Simulation {
    /// Runs the simulation.
    ///
    /// # Errors
    ///
    /// If the load is empty, or contains an entity that is not in the schema or whose keys cannot be written, or a warm
    /// or queried index that does not exist. If nothing is measured. If items are larger than DynamoDB allows (400 KB),
    /// a declared peak is above 10 million requests per second, or the simulation is too large: more than 10 billion
    /// writes, or more than 100,000 writers, intervals of the report, or partitions of a table or index at the start.
    pub fn run(&self) -> Result<Report, Error> {
        run(self, &self.partitions)
    }

    pub(super) fn run_with(&self, partitions: &Partitions) -> Result<Report, Error> {
        run(self, partitions)
    }
}

impl Run<'_> {
    fn finish(&mut self) -> Result<(), Error> {
        let end = nanos(self.settings.duration);
        loop {
            let first = self.streams.iter().enumerate().min_by_key(|(_, stream)| stream.next);
            let arrival = first.map_or((u64::MAX, 0), |(entity, stream)| (stream.next, entity));
            let retry = self.pending.peek().map_or(u64::MAX, |pending| pending.at);
            if arrival.0.min(retry) >= end {
                return Ok(());
            }
            if arrival.0 <= retry {
                self.arrive(arrival.1)?;
            } else if let Some(pending) = self.pending.pop() {
                self.advance(pending.at);
                self.attempt(Write { at: pending.at, ..*pending.write })?;
            }
        }
    }

    fn arrive(&mut self, entity: usize) -> Result<(), Error> {
        let writer = self.random.below(self.writers.len() as u64) as usize;
        let turn = self.turn(writer, entity);
        let Some(stream) = self.streams.get_mut(entity) else { return Ok(()) };
        let at = stream.next;
        stream.next = at.saturating_add(gap(&mut self.random, stream.per_second));
        let request = stream.generator.request(&mut self.random, at.saturating_add(self.offset), turn);
        self.advance(at);
        if request.kind.is_read() {
            return self.read(entity, &request, at);
        }
        if at >= self.measured_from {
            self.tally.arrived(entity);
        }
        let attempts = Attempts::default();
        self.attempt(Write { at, arrived: at, entity, writer, request, attempts })
    }

    /// Events before the measured time are not counted.
    fn advance(&mut self, at: u64) {
        if self.tally.advance(Duration::from_nanos(at), &self.resources.0) && self.measured_from > 0 {
            for resource in &mut self.resources.0 {
                resource.reset_counts(self.partitions);
            }
        }
    }

    /// Reads each lane separately, without retries.
    fn read(&mut self, entity: usize, request: &Request, at: u64) -> Result<(), Error> {
        let Some(stream) = self.streams.get(entity) else { return Ok(()) };
        let Self { lanes, resources, charges, partitions, .. } = self;
        lanes.charges(&stream.generator, resources, request, charges).map_err(Error::key)?;
        let now = Duration::from_nanos(at);
        let refused = charges.chunks(1).filter(|lane| !resources.admit(lane, partitions, now).is_empty()).count();
        if at >= self.measured_from {
            self.tally.read(entity, refused > 0);
        }
        Ok(())
    }

    fn attempt(&mut self, mut write: Write) -> Result<(), Error> {
        let Some(stream) = self.streams.get_mut(write.entity) else { return Ok(()) };
        let now = Duration::from_nanos(write.at);
        let is_measured = write.arrived >= self.measured_from;
        let Self { lanes, resources, charges, .. } = self;
        lanes.charges(&stream.generator, resources, &write.request, charges).map_err(Error::key)?;
        let refused = resources.admit(charges, self.partitions, now);
        let Some(writer) = self.writers.get_mut(write.writer) else { return Ok(()) };
        let is_new = write.request.kind == Kind::Create;
        if refused.is_empty() {
            writer.quota.reward(&write.attempts);
            if is_new {
                stream.generator.created(&write.request.item);
            }
            if is_measured {
                let latency = Duration::from_nanos(write.at - write.arrived).saturating_add(self.settings.latency);
                self.tally.accepted(write.entity, latency);
            }
            return Ok(());
        }
        let refusing = || refused.iter().filter_map(|(at, limit)| Some((self.charges.get(*at)?, limit)));
        if is_measured {
            self.tally.refused(write.entity, write.attempts.is_none(), refusing().map(|(charge, _)| charge.resource));
        }
        // An existing item does not move to another shard.
        let moves = |charge: &Charge| is_new && charge.key.and_then(|key| stream.moves.get(key)) == Some(&true);
        let refusal = Refusal {
            is_key_range: refusing().all(|(_, limit)| *limit == Limit::KeyRange),
            moves: refusing().all(|(charge, _)| moves(charge)),
        };
        let random = self.random.uniform();
        let wait = match self.settings.retry.next(&mut write.attempts, refusal, &mut writer.quota, random) {
            Next::GiveUp => {
                if is_measured {
                    self.tally.lost(write.entity);
                }
                return Ok(());
            }
            Next::SameKey(wait) => wait,
            Next::OtherShard => {
                write.request.item.turn = self.turn(write.writer, write.entity);
                Duration::ZERO
            }
        };
        // A throttle takes as long as any answer.
        let at = write.at.saturating_add(nanos(self.settings.latency.saturating_add(wait)));
        self.numbers += 1;
        self.pending.push(Pending { at, number: self.numbers, write: Box::new(write) });
        Ok(())
    }

    fn turn(&mut self, writer: usize, entity: usize) -> u32 {
        self.writers.get_mut(writer).map_or(0, |writer| writer.turn(entity))
    }
}

/// The earliest is the greatest, as needed for the heap.
impl Ord for Pending {
    fn cmp(&self, other: &Self) -> Ordering {
        other.at.cmp(&self.at).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Pending {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Pending {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Pending {}
