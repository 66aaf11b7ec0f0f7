//! Compares the window with exact counts on simulated traffic.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;

use super::*;
use crate::{
    check::samples::{Design, TABLE},
    key::FieldKind,
    monitor::Capacity,
};

/// A window that watches one table, and its clock.
struct Watched {
    window: Window,
    settings: Settings,
    entity: &'static EntitySchema,
    events: Vec<(Duration, u64)>,
}

const WRITES: u16 = 1;

impl Watched {
    fn new() -> Self {
        Self::with(Settings::default())
    }

    fn with(settings: Settings) -> Self {
        let mut window = Window::new(settings.counters);
        assert_eq!(window.tables.watch("platform", &TABLE), Some(0));
        let entity = Design::new("Order", &[("tenant", FieldKind::Text)]).key("T#<tenant>", "").build();
        Self { window, settings, entity, events: Vec::new() }
    }

    fn turn(&mut self, now: Duration) {
        let hot = self.window.turn(now, &self.settings);
        self.events.extend(hot.iter().map(|found| (now, found.name.hash)));
    }

    fn ask(&mut self, now: Duration, resource: u16, hash: u64, units: f64, is_refused: bool) {
        self.turn(now);
        let grains = Tables::capacity(resource).grains(units);
        let entity = self.entity;
        let key_request = KeyRequest { hash, resource, entity, place: 0, grains, is_refused };
        let text = || KeyText { text: format!("{hash:x}").into(), key_bytes: 9, is_whole: true };
        self.window.add(key_request, text);
    }

    fn write(&mut self, now: Duration, hash: u64, units: f64) {
        self.ask(now, WRITES, hash, units, false);
    }

    fn found(&self, now: Duration) -> HashMap<u64, Rates> {
        self.window.found(now).into_iter().map(|found| (found.name.hash, found.rates)).collect()
    }
}

/// Reproducible random numbers: SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

fn hash(key: u64) -> u64 {
    Numbers(key).next()
}

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// The order of the requests in every 10 ms.
#[derive(Debug, Clone, Copy)]
enum Order {
    Mixed,
    HotFirst,
    HotLast,
    /// As many light keys as possible between two requests of a hot key.
    Spaced,
}

/// The keys of the other requests.
#[derive(Debug, Clone, Copy)]
enum Others {
    /// Each request has a new key.
    New,
    /// 2,000 keys in turn. This is twice the number of counters, so each key loses its counter before its next request.
    InTurn,
    /// 1,500 keys at random.
    ByChance,
    /// 1,100 keys of about 90 units/s each: as heavy as possible without being hot.
    NearlyHot,
}

impl Others {
    fn key(self, number: u64, numbers: &mut Numbers) -> u64 {
        match self {
            Self::New => number + 1_000_000,
            Self::InTurn => number % 2_000 + 1_000_000,
            Self::ByChance => numbers.below(1_500) + 1_000_000,
            Self::NearlyHot => number % 1_100 + 1_000_000,
        }
    }
}

/// A stream of 100,000 units/s. From `onset` on, `hot` keys have 1,000 units/s each.
struct Stream {
    order: Order,
    others: Others,
    hot: u64,
    onset: u64,
    numbers: Numbers,
    number: u64,
}

impl Stream {
    /// The requests of 10 ms: 500 writes of 2 units.
    fn slice(&mut self, at: u64) -> Vec<u64> {
        let hot: Vec<u64> = if at < self.onset { vec![] } else { (0..5).flat_map(|_| 0..self.hot).collect() };
        let others: Vec<u64> = (hot.len()..500)
            .map(|_| {
                self.number += 1;
                self.others.key(self.number, &mut self.numbers)
            })
            .collect();
        match self.order {
            Order::HotFirst => [hot, others].concat(),
            Order::HotLast => [others, hot].concat(),
            Order::Mixed => {
                let mut all = [hot, others].concat();
                for at in (1..all.len()).rev() {
                    all.swap(at, self.numbers.below(at as u64 + 1) as usize);
                }
                all
            }
            Order::Spaced => {
                let gap = others.len() / hot.len().max(1);
                let mut all = Vec::new();
                let mut others = others.into_iter();
                for hot in hot {
                    all.extend(others.by_ref().take(gap));
                    all.push(hot);
                }
                all.extend(others);
                all
            }
        }
    }
}

/// Checks that every key with 1,000 of 100,000 units/s has an event within a second, that no other key has one, and
/// that the snapshot then contains all these keys with their rates.
fn finds_all(order: Order, others: Others, seed: u64) {
    let mut numbers = Numbers(seed);
    let hot = [1, 7, 40, 90][numbers.below(4) as usize];
    let onset = 700 + 10 * numbers.below(100);
    let case = format!("{order:?}, {others:?}, {hot} keys from {onset} ms on, seed {seed}");
    let mut stream = Stream { order, others, hot, onset, numbers, number: 0 };
    let mut watched = Watched::new();
    for at in (0..onset + 1_010).step_by(10) {
        let keys = stream.slice(at);
        let gap = millis(10) / keys.len() as u32;
        for (place, key) in keys.into_iter().enumerate() {
            watched.write(millis(at) + gap * place as u32, hash(key), 2.0);
        }
    }
    let within = millis(onset + 1_000);
    let found: BTreeSet<u64> = watched.events.iter().filter(|(at, _)| *at <= within).map(|(_, key)| *key).collect();
    let expected: BTreeSet<u64> = (0..hot).map(hash).collect();
    assert_eq!(found, expected, "{case}");
    let shown = watched.found(millis(onset + 1_010));
    for key in expected {
        let Rates { rate, error, share, .. } = &shown[&key];
        assert!((995.0..1_110.0).contains(rate) && *error <= 101.0, "{case}: {rate} - {error}");
        assert!(rate - error <= 1_005.0, "{case}: at least {rate} - {error}");
        assert!((0.0099..0.0111).contains(share), "{case}: {share}");
    }
}

#[test]
fn every_hot_key_is_found_within_a_second_in_every_order() {
    let mut seed = 0;
    for others in [Others::New, Others::InTurn, Others::ByChance, Others::NearlyHot] {
        for order in [Order::Mixed, Order::HotFirst, Order::HotLast, Order::Spaced] {
            seed += 1;
            finds_all(order, others, seed);
        }
    }
}

type Request = (u64, u64, u16, u32, bool);

fn requests() -> impl Strategy<Value = Vec<Request>> {
    let wait = prop_oneof![6 => 0_u64..20, 1 => 0_u64..400, 1 => Just(499), 1 => Just(1_200)];
    let key = prop_oneof![0_u64..5, 0_u64..60];
    proptest::collection::vec((wait, key, 0_u16..8, 1_u32..30, proptest::bool::weighted(0.1)), 1..600)
}

proptest! {
    /// Each reported rate is correct within its error, and the snapshot includes every key that is heavier in the last
    /// second than a key without a name can be.
    #[test]
    fn snapshot_rates_are_correct_within_their_error(requests in requests(), counters in 4_u16..80) {
        let mut watched = Watched::with(Settings { counters, ..Settings::default() });
        let (mut now, mut sent) = (Duration::ZERO, Vec::new());
        for (wait, key, resource, units, is_refused) in requests {
            now += millis(wait);
            let key = hash(key * 8 + u64::from(resource));
            watched.ask(now, resource, key, f64::from(units), is_refused);
            sent.push((now, key, resource, f64::from(units), is_refused));
        }
        let half = Window::HALF.as_nanos();
        let from = Window::HALF * ((now.as_nanos() / half).saturating_sub(1) as u32);
        let span = (now - from).max(Window::HALF).as_secs_f64();
        let mut exact = BTreeMap::<u64, (f64, f64, usize)>::new();
        let mut loads = BTreeMap::<u16, f64>::new();
        let mut partitions = 0.0;
        let resources: HashMap<u64, u16> = sent.iter().map(|(_, key, resource, ..)| (*key, *resource)).collect();
        for (_, key, resource, units, is_refused) in sent.iter().filter(|(at, ..)| *at >= from) {
            let (total, refused, requests) = exact.entry(*key).or_default();
            *total += units;
            *requests += 1;
            *refused += if *is_refused { *units } else { 0.0 };
            *loads.entry(*resource).or_default() += units;
            partitions += units / Tables::capacity(*resource).limit() as f64;
        }
        for (key, found) in watched.found(now) {
            let (total, refused, requests) = exact.get(&key).copied().unwrap_or_default();
            prop_assert_eq!(found.rate <= found.largest, requests == 1 && found.error == 0.0);
            let span = if found.rate <= found.largest { 1.0 } else { span };
            let truth = total / span;
            prop_assert!(total <= found.units + 1e-6 && found.sure <= found.rate);
            prop_assert!(truth <= found.rate + 1e-6 && found.rate - found.error <= truth + 1e-6, "{truth}: {found:?}");
            prop_assert!(found.refused <= refused / span + 1e-6);
            let bound = partitions / f64::from(counters) * found.capacity.limit() as f64 / span;
            prop_assert!(found.error <= bound + 1e-6, "{} of {bound}", found.error);
            let share = total / loads.get(&resources[&key]).copied().unwrap_or(1.0);
            prop_assert!(found.share + 1e-9 >= share.min(1.0) && found.share <= 1.0);
        }
    }
}

#[test]
fn requests_older_than_the_window_are_dropped() {
    let mut watched = Watched::new();
    (0..2).for_each(|_| watched.write(millis(100), 1, 25.0));
    assert_eq!(watched.found(millis(100))[&1].rate, 100.0, "half a second is the least that counts");
    watched.write(millis(510), 2, 1.0);
    assert_eq!(watched.found(millis(900))[&1].rate, 50.0 / 0.9);
    watched.turn(millis(1_000));
    assert_eq!(watched.found(millis(1_000)).keys().collect::<Vec<_>>(), [&2]);
    watched.turn(millis(60_000));
    assert!(watched.found(millis(60_000)).is_empty());
    watched.write(millis(60_100), 1, 3.0);
    watched.write(millis(60_100), 1, 4.0);
    assert_eq!(watched.found(millis(60_100))[&1].rate, 7.0 / 0.6);
    assert_eq!(watched.found(millis(60_100))[&1].share, 1.0);
}

#[test]
fn reads_writes_tables_and_indexes_are_counted_separately() {
    let mut watched = Watched::new();
    for (resource, units) in [(0, 10.0), (1, 20.0), (2, 30.0), (3, 40.0)] {
        watched.ask(millis(0), resource, u64::from(resource) + 10, units, false);
        watched.ask(millis(0), resource, u64::from(resource) + 20, 3.0 * units, false);
    }
    for (key, found) in watched.found(millis(500)) {
        assert_eq!(found.share, if key < 20 { 0.25 } else { 0.75 });
        assert_eq!(found.capacity, if key.is_multiple_of(2) { Capacity::Read } else { Capacity::Write });
    }
}

/// Writes `per_second` units per second to one key, with one write each millisecond, from `from` to `to` ms.
fn run(watched: &mut Watched, key: u64, per_second: f64, from: u64, to: u64, is_refused: bool) {
    (from..to).for_each(|at| watched.ask(millis(at), WRITES, key, per_second / 1_000.0, is_refused));
}

#[test]
fn a_high_rate_repeats_its_event_after_ten_seconds() {
    let mut watched = Watched::new();
    run(&mut watched, 1, 790.0, 0, 5_000, false);
    assert_eq!(watched.events, []);
    run(&mut watched, 1, 810.0, 5_000, 17_000, false);
    assert_eq!(watched.events, [(millis(5_500), 1), (millis(15_500), 1)]);
}

#[test]
fn share_events_start_at_a_tenth_of_a_partition() {
    let mut watched = Watched::with(Settings { share: 0.5, ..Settings::default() });
    run(&mut watched, 1, 80.0, 0, 2_000, false);
    assert_eq!(watched.events, []);
    for at in 2_000..4_000 {
        watched.write(millis(at), 1, 0.11);
        watched.write(millis(at), hash(at), 0.12);
    }
    assert_eq!(watched.events, []);
    for at in 4_000..5_000 {
        watched.write(millis(at), 1, 0.12);
        watched.write(millis(at), hash(at), 0.11);
    }
    assert_eq!(watched.events, [(millis(4_500), 1)]);
}

/// Writes this many units at each of these milliseconds. Returns the times of the events.
fn events_of(units: f64, at: impl IntoIterator<Item = u64>) -> Vec<Duration> {
    let mut watched = Watched::new();
    at.into_iter().for_each(|at| watched.write(millis(at), 1, units));
    (0..4).for_each(|halves| watched.turn(millis(10_000 + 500 * halves)));
    watched.events.iter().map(|(at, _)| *at).collect()
}

#[test]
fn one_large_request_gives_no_event() {
    let mut watched = Watched::with(Settings { share: 0.1, write_rate: 300.0, ..Settings::default() });
    watched.write(millis(100), 1, 372.0);
    let Rates { rate, error, share, largest, .. } = watched.found(millis(100))[&1];
    assert_eq!((rate, error, share, largest), (372.0, 0.0, 1.0, 372.0));
    for at in [500, 1_000, 1_500] {
        watched.turn(millis(at));
    }
    assert_eq!(watched.events, []);
    assert!(events_of(800.0, [100]).is_empty(), "the largest, in a transaction");
    assert!(events_of(372.0, [100, 101]).is_empty(), "two at once are 744 in their second");
    assert!(events_of(800.0, [100, 101]).len() == 1, "two of a whole partition's");
}

#[test]
fn repeated_large_requests_give_an_event_within_a_second() {
    let tenfold = events_of(372.0, (0..20).map(|time| 100 * time));
    assert_eq!(tenfold, [millis(500)]);
    // Two requests per second: one in each half.
    let twice = events_of(400.0, (0..8).map(|time| 100 + 500 * time));
    assert_eq!(twice, [millis(1_100)]);
    assert!(events_of(372.0, (0..8).map(|time| 100 + 500 * time)).is_empty(), "744 a second");
}

#[test]
fn one_large_request_among_small_ones_gives_no_event() {
    let mut watched = Watched::new();
    for at in 0..2_000 {
        watched.write(millis(at), 1, 0.35);
        if at == 900 {
            watched.write(millis(at), 1, 400.0);
        }
    }
    watched.turn(millis(2_000));
    assert_eq!(watched.events, []);
}

#[test]
fn a_throttled_key_gives_an_event_at_any_rate() {
    let mut watched = Watched::new();
    run(&mut watched, 1, 20.0, 0, 500, true);
    watched.turn(millis(500));
    assert_eq!(watched.events, [(millis(500), 1)]);
    assert_eq!(watched.found(millis(500))[&1].refused, 20.0);
}

#[test]
fn the_heaviest_keys_keep_their_names() {
    let mut watched = Watched::new();
    let keys = 3 * u64::from(Names::MAX_NAMES);
    // The light keys come first and take all names. A heavy key has 200 of 22,840 units; 1/128 of these is 178.
    for key in 0..keys {
        let weight = if key < keys - 100 { 1.0 } else { 20.0 };
        for place in 0..10 {
            watched.write(millis(place), hash(key), weight);
        }
    }
    let found = watched.found(millis(400));
    assert!(found.len() <= usize::from(Names::MAX_NAMES));
    assert!((keys - 100..keys).all(|key| found.contains_key(&hash(key))));
}
