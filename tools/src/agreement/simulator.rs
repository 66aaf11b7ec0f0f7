//! Simulates the table that the templates deploy: a design without a risk throttles almost nothing, and one that the
//! compiler rejects throttles.
//!
//! The designs are drawn from a fixed seed, because a roll-over may fail once in a thousand times.

use std::{iter, time::Duration};

use keywright::{
    key::Timestamp,
    load::{Risk, Span},
    physics::limits::PARTITION_READ_UNITS,
    schema::{EntitySchema, Launch, Peak, PeakReads},
};
use keywright_local::simulate::{Load, Report, Simulation, Traffic, Values};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{Case, Key, cases, compiler::Verdict, keys, reads::ReadVerdict};

/// 2026-06-30T23:59:59Z: the buckets of minutes, days and months, and dates, roll over after a second.
const START: Timestamp = Timestamp { seconds: 1_782_863_999, nanos: 0 };

/// The measured seconds after the roll-over.
const MEASURED: u64 = 8;

/// The maximum number of requests per second of a simulated design.
const MAX_REQUESTS: u64 = 4_000;

/// The share of the load that may throttle in a design without a risk.
const MAX_THROTTLED_SHARE: f64 = 0.01;

#[test]
fn silent_designs_throttle_next_to_nothing() {
    for (case, throttled) in simulated(25, is_silent, Moment::Later) {
        assert!(throttled < MAX_THROTTLED_SHARE, "{throttled} throttled of {case:?}");
    }
}

/// A table with `launch = "full"` serves its peak at once.
#[test]
fn silent_designs_throttle_next_to_nothing_when_they_are_launched() {
    let is_launched = |case: &Case, entity| case.launch == Launch::Full && is_silent(case, entity);
    for (case, throttled) in simulated(25, is_launched, Moment::Launch) {
        assert!(throttled < MAX_THROTTLED_SHARE, "{throttled} throttled of {case:?}");
    }
}

fn is_silent(case: &Case, entity: &'static EntitySchema) -> bool {
    keys(case, entity)
        .all(|key| Verdict::of(&key).is_silent() && key.risk() == Risk::None && ReadVerdict::of(&key).is_silent())
}

/// A silent design in which a few reads more than one key serves are declared, is rejected, and throttles.
#[test]
fn refused_reads_throttle() {
    let is_read_too_often = |case: &Case, entity| {
        let key = Key { case, entity, place: 0 };
        // The last second of a time key is read only a part of the time.
        let is_lasting = entity.spread(0).is_some_and(|spread| spread.roll_over != Some(Span::Second));
        let is_whole = entity.keys[0].shard.is_none();
        is_lasting && is_whole && is_of_one_value(&key) && is_silent(case, entity)
    };
    let silent = drawn().filter(move |(entity, case)| is_simulated(entity) && is_read_too_often(case, entity));
    for (entity, mut case) in silent.take(8) {
        // Only their own reads are more than the key serves.
        let one = PeakReads::new(0, 1).gets(1).consistent(1.0);
        let each = entity.read_units(0, &one).unwrap().get_per_lane;
        let gets = (1.3 * PARTITION_READ_UNITS as f64 / each) as u64;
        case.peak = case.peak.map(|peak| peak.reads(PeakReads::new(0, 1).gets(gets).consistent(1.0)));
        let entity = case.build();
        assert!(ReadVerdict::of(&Key { case: &case, entity, place: 0 }).is_error, "{case:?}");
        let throttled = throttled(&case, entity, Moment::Later);
        assert!(throttled > MAX_THROTTLED_SHARE, "{throttled} throttled of {case:?}");
    }
}

/// Whether all requests of a moment have one value of the key.
fn is_of_one_value(key: &Key<'_>) -> bool {
    let peak = key.entity.keys[key.place].peak.or(key.entity.peak);
    key.entity.spread(key.place).is_some_and(|spread| spread.values == Some(1))
        && peak.is_some_and(|peak| peak.top_share.is_none())
}

/// The moment at which the load is measured.
#[derive(Clone, Copy, PartialEq)]
enum Moment {
    /// The first seconds of the table.
    Launch,
    /// At a roll-over. Keys that do not change with time have been split before.
    Later,
}

#[test]
fn refused_designs_throttle() {
    let is_refused = |case: &Case, entity| keys(case, entity).any(|key| is_always_hot(&key));
    // A design that throttles takes several times as long as one that does not.
    for (case, throttled) in simulated(12, is_refused, Moment::Later) {
        assert!(throttled > MAX_THROTTLED_SHARE, "{throttled} throttled of {case:?}");
    }
}

/// Returns the first random designs of a kind, each with the share of its load that throttles.
fn simulated(
    designs: usize,
    is_of_kind: impl Fn(&Case, &'static EntitySchema) -> bool,
    moment: Moment,
) -> impl Iterator<Item = (Case, f64)> {
    let of_kind = drawn().filter(move |(entity, case)| is_simulated(entity) && is_of_kind(case, entity));
    of_kind.take(designs).map(move |(entity, case)| {
        let throttled = throttled(&case, entity, moment);
        (case, throttled)
    })
}

/// Returns random designs, always the same ones.
fn drawn() -> impl Iterator<Item = (&'static EntitySchema, Case)> {
    let mut runner = TestRunner::deterministic();
    let cases = iter::repeat_with(move || cases().new_tree(&mut runner).unwrap().current());
    cases.map(|case| (case.build(), case))
}

/// Whether the load is light enough to simulate, and no index has more entries than there are items.
fn is_simulated(entity: &EntitySchema) -> bool {
    let rates = |peak: Peak| [peak.creates, peak.updates, peak.deletes];
    let Some(peak) = entity.peak else { return false };
    let is_within = |of: Peak| rates(of).into_iter().zip(rates(peak)).all(|(entries, items)| entries <= items);
    // A query sends a request to each lane.
    let reads = (0..entity.keys.len()).filter_map(|place| Some((entity.declared_reads(place)?, entity.spread(place)?)));
    let reads: u64 = reads.map(|(reads, spread)| reads.gets + reads.queries * spread.shards).sum();
    rates(peak).iter().sum::<u64>() + reads <= MAX_REQUESTS
        && entity.keys.iter().filter_map(|key| key.peak).all(is_within)
}

/// Whether the compiler rejects the key for its declared load, and the keys of one moment cannot serve even the
/// creates, divided equally. Updates and deletes are of earlier items, which may have other keys.
fn is_always_hot(key: &Key<'_>) -> bool {
    let (Some(demand), Some(spread)) = (key.entity.demand(key.place), key.entity.spread(key.place)) else {
        return false;
    };
    let Some(values) = spread.values else { return false };
    // A share of another key can mean that the times of both keys do not follow the clock.
    let peaks = key.entity.keys.iter().map(|of| if of.index.is_some() { of.peak } else { key.entity.peak });
    let mut of_others = peaks.enumerate().filter(|(place, _)| *place != key.place).filter_map(|(_, peak)| peak);
    if of_others.any(|peak| peak.top_share.is_some()) {
        return false;
    }
    // The 1,000 units that a partition saves up can serve a key of one second.
    let carried = if spread.roll_over == Some(Span::Second) { 2_250.0 } else { 1_250.0 };
    Verdict::of(key).is_error
        && key.risk() == Risk::Overloaded
        && demand.by_kind[0] > carried * (values * spread.shards) as f64
}

/// Returns the share of the requests or of the units that is throttled after a roll-over.
fn throttled(case: &Case, entity: &'static EntitySchema, moment: Moment) -> f64 {
    let traffic = Traffic::declared_by(entity).unwrap().values("id", Values::unique());
    let load = Load::none().entity_of(entity, traffic);
    // Keys that do not change with time are split during the load.
    let is_lasting = moment == Moment::Later && keys(case, entity).any(|key| !key.has_roll_over());
    let past = Duration::from_secs(if is_lasting { 3_600 } else { 0 });
    let entities: &'static [&'static EntitySchema] = Box::leak(Box::new([entity]));
    let report = Simulation::deployed_of(entity.table, entities, load)
        .start(START)
        .after(past)
        .measure_from(Duration::from_secs(1))
        .duration(Duration::from_secs(1 + MEASURED))
        .run()
        .unwrap();
    share(&report)
}

fn share(report: &Report) -> f64 {
    let of_items = report.entities.iter().flat_map(|entity| [entity.throttled_share(), entity.reads.throttled_share()]);
    let of_units = report.resources.iter().map(|resource| resource.throttled_share());
    of_items.chain(of_units).fold(0.0, f64::max)
}
