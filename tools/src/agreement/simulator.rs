//! Simulates the table that the templates deploy: a design without a risk throttles almost nothing, and one that the
//! compiler rejects throttles.
//!
//! The designs are drawn from a fixed seed, because a roll-over may fail once in a thousand times.

use std::{iter, time::Duration};

use keywright::{
    key::Timestamp,
    load::{Risk, Span},
    schema::{EntitySchema, Peak},
};
use keywright_local::simulate::{Load, Report, Simulation, Traffic, Values};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{Case, Key, cases, compiler::Verdict, keys};

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
    let is_silent =
        |case: &Case, entity| keys(case, entity).all(|key| Verdict::of(&key).is_silent() && key.risk() == Risk::None);
    for (case, throttled) in simulated(25, is_silent) {
        assert!(throttled < MAX_THROTTLED_SHARE, "{throttled} throttled of {case:?}");
    }
}

#[test]
fn refused_designs_throttle() {
    let is_refused = |case: &Case, entity| keys(case, entity).any(|key| is_always_hot(&key));
    // A design that throttles takes several times as long as one that does not.
    for (case, throttled) in simulated(12, is_refused) {
        assert!(throttled > MAX_THROTTLED_SHARE, "{throttled} throttled of {case:?}");
    }
}

/// Returns the first random designs of a kind, each with the share of its load that throttles.
fn simulated(
    designs: usize,
    is_of_kind: impl Fn(&Case, &'static EntitySchema) -> bool,
) -> impl Iterator<Item = (Case, f64)> {
    let mut runner = TestRunner::deterministic();
    let cases = iter::repeat_with(move || cases().new_tree(&mut runner).unwrap().current());
    let built = cases.map(|case| (case.build(), case));
    let of_kind = built.filter(move |(entity, case)| is_simulated(entity) && is_of_kind(case, entity));
    of_kind.take(designs).map(|(entity, case)| {
        let throttled = throttled(&case, entity);
        (case, throttled)
    })
}

/// Whether the load is light enough to simulate, and no index has more entries than there are items.
fn is_simulated(entity: &EntitySchema) -> bool {
    let rates = |peak: Peak| [peak.creates, peak.updates, peak.deletes];
    let Some(peak) = entity.peak else { return false };
    let is_within = |of: Peak| rates(of).into_iter().zip(rates(peak)).all(|(entries, items)| entries <= items);
    rates(peak).iter().sum::<u64>() <= MAX_REQUESTS && entity.keys.iter().filter_map(|key| key.peak).all(is_within)
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
fn throttled(case: &Case, entity: &'static EntitySchema) -> f64 {
    let traffic = Traffic::declared_by(entity).unwrap().values("id", Values::unique());
    let load = Load::none().entity_of(entity, traffic);
    // Keys that do not change with time are split during the load.
    let is_lasting = keys(case, entity).any(|key| !key.has_roll_over());
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
    let of_items = report.entities.iter().map(|entity| entity.throttled_share());
    let of_units = report.resources.iter().map(|resource| resource.throttled_share());
    of_items.chain(of_units).fold(0.0, f64::max)
}
