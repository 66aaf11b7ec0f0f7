//! The events of a simulation, in the order of time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Duration;

use keywright::throttling::carries_random_shard;

use super::item::{Item, Maker};
use super::lanes::{Charge, Lanes, Resources};
use super::policy::{Attempts, Next, Refusal};
use super::settings::Simulation;
use super::tally::Tally;
use super::writer::Writer;
use super::{Error, Report};
use crate::partitions::{Ledger, Limit, Partitions};
use crate::random::Random;

/// The writes of one entity as they arrive.
struct Stream {
    maker: Maker,
    items_per_second: f64,
    /// When the next one arrives, in nanoseconds.
    next: u64,
    /// By key: whether it is another one in another random shard.
    moves: Vec<bool>,
}

/// A write that waits for its next attempt.
struct Pending {
    at: u64,
    /// Tells apart writes of one moment.
    number: u64,
    entity: usize,
    writer: usize,
    item: Item,
    turn: u32,
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
}

/// Runs a simulation under these partitions.
pub(super) fn run(settings: &Simulation, partitions: &Partitions) -> Result<Report, Error> {
    let mut random = Random::new(settings.seed);
    let mut streams = Vec::new();
    for (entity, traffic) in settings.streams()? {
        let maker = Maker::new(streams.len(), entity, traffic, settings)?;
        let next = gap(&mut random, traffic.items_per_second);
        let moves = entity.keys.iter().map(|key| carries_random_shard(entity, key.index)).collect();
        streams.push(Stream { maker, items_per_second: traffic.items_per_second, next, moves });
    }
    let writers = (0..settings.writers.max(1)).map(|_| Writer::new(streams.len(), &mut random)).collect();
    let resources = Resources(settings.resources(partitions)?);
    let entities = streams.iter().map(|stream| stream.maker.entity.name).collect();
    let tally = Tally::new(settings, entities, &resources.0)?;
    let (lanes, pending) = (Lanes::default(), BinaryHeap::new());
    let mut run = Run {
        settings,
        partitions,
        random,
        resources,
        lanes,
        streams,
        writers,
        pending,
        numbers: 0,
        charges: Vec::new(),
        tally,
    };
    run.finish()?;
    let Run { resources, pending, tally, .. } = run;
    let waiting = pending.into_iter().map(|pending| pending.entity);
    Ok(tally.report(settings, &resources.0, waiting))
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
                self.attempt(pending)?;
            }
        }
    }

    fn arrive(&mut self, entity: usize) -> Result<(), Error> {
        let Some(stream) = self.streams.get_mut(entity) else { return Ok(()) };
        let at = stream.next;
        stream.next = at.saturating_add(gap(&mut self.random, stream.items_per_second));
        let item = stream.maker.make(&mut self.random, at);
        let writer = self.random.below(self.writers.len() as u64) as usize;
        let turn = self.turn(writer, entity);
        self.numbers += 1;
        self.tally.advance(Duration::from_nanos(at), &self.resources.0);
        self.tally.arrived(entity);
        let number = self.numbers;
        self.attempt(Pending { at, number, entity, writer, item, turn, attempts: Attempts::default() })
    }

    fn attempt(&mut self, mut write: Pending) -> Result<(), Error> {
        let Some(stream) = self.streams.get(write.entity) else { return Ok(()) };
        let now = Duration::from_nanos(write.at);
        let Self { lanes, resources, charges, .. } = self;
        lanes.charges(&stream.maker, resources, &write.item, write.turn, charges).map_err(Error::key)?;
        let refused = resources.admit(charges, self.partitions, now);
        self.tally.advance(now, &self.resources.0);
        let Some(writer) = self.writers.get_mut(write.writer) else { return Ok(()) };
        if refused.is_empty() {
            writer.quota.reward(&write.attempts);
            let latency = Duration::from_nanos(write.at - write.item.at).saturating_add(self.settings.latency);
            self.tally.accepted(write.entity, latency);
            return Ok(());
        }
        let refusing = || refused.iter().filter_map(|(at, limit)| Some((self.charges.get(*at)?, limit)));
        self.tally.refused(write.entity, write.attempts.is_none(), refusing().map(|(charge, _)| charge.resource));
        let refusal = Refusal {
            is_key_range: refusing().all(|(_, limit)| *limit == Limit::KeyRange),
            moves: refusing().all(|(charge, _)| stream.moves.get(charge.key) == Some(&true)),
        };
        let random = self.random.uniform();
        let wait = match self.settings.retry.next(&mut write.attempts, refusal, &mut writer.quota, random) {
            Next::GiveUp => {
                self.tally.lost(write.entity);
                return Ok(());
            }
            Next::SameKey(wait) => wait,
            Next::OtherShard => {
                write.turn = self.turn(write.writer, write.entity);
                Duration::ZERO
            }
        };
        // The refusal takes as long as any answer.
        write.at = write.at.saturating_add(nanos(self.settings.latency.saturating_add(wait)));
        self.pending.push(write);
        Ok(())
    }

    fn turn(&mut self, writer: usize, entity: usize) -> u32 {
        self.writers.get_mut(writer).map_or(0, |writer| writer.turn(entity))
    }
}

/// Nanoseconds to the next of events that come at random.
fn gap(random: &mut Random, per_second: f64) -> u64 {
    (-libm::log(random.uniform()) / per_second * 1e9) as u64
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// The earliest is the greatest, for the heap.
impl Ord for Pending {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at, other.number).cmp(&(self.at, self.number))
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
