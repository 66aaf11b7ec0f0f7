//! The number of rounds, requests and items of a page.

use std::{ops::Bound, sync::Arc};

use super::generated::{HOUR, NOW, Written, plan, spec, store};
use crate::{
    Result,
    key::{ItemKey, KeyScalar, KeyValue, Timestamp, range::ValueRange},
    read::{
        Plan,
        direction::Direction,
        lane::Lane,
        merge::Entry,
        paging::{Aim, Classified, Classify, Fetched, LaneRequest, Paging, Reached, Step},
        testing::{Design, START, Store, at, drive, field_range},
    },
    schema::Bucket,
};

#[test]
fn a_bucket_is_read_only_until_the_limit_is_met() {
    let design = Design { bucket: Some(Bucket::Day), shards: Some(2), ..Design::PLAIN };
    let written: Vec<_> = (0..24_i64)
        .map(|step| Written {
            time: (step * 3 * HOUR, 0),
            is_foreign: false,
            older: false,
            is_copied: false,
            spread: step as u32,
        })
        .collect();
    let store = store(&design, &written, 1_000);
    let range = field_range(Bound::Included(at(0, 0)), Bound::Excluded(at(72 * HOUR, 0)));
    let mut spec = spec(&design, &range, Direction::Descending);
    spec.limit = Some(3);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!(page.items.len(), 3);
    assert_eq!((page.rounds, page.read), (1, 6), "one round over the two shards of the last day");
}

#[test]
fn without_a_limit_a_page_is_one_request_to_each_lane() {
    let design = Design { bucket: Some(Bucket::Day), ..Design::PLAIN };
    let written: Vec<_> = (0..24_i64)
        .map(|step| Written {
            time: (step * 3 * HOUR, 0),
            is_foreign: false,
            older: false,
            is_copied: false,
            spread: 0,
        })
        .collect();
    let range = field_range(Bound::Included(at(0, 0)), Bound::Excluded(at(72 * HOUR, 0)));
    let spec = spec(&design, &range, Direction::Ascending);
    let small = drive(plan(&design, &spec), &store(&design, &written, 1_000), Aim::Page);
    assert_eq!((small.items.len(), small.rounds, small.buckets), (24, 2, 3));
    assert!(small.cursor.is_none());
    let large = drive(plan(&design, &spec), &store(&design, &written, 5), Aim::Page);
    assert_eq!((large.items.len(), large.rounds), (5, 1));
    assert!(large.cursor.is_some());
}

/// Reads pages of the newest 50 of evenly spread items. Returns their average cost.
fn newest_50(shards: u32, pages: u64) -> (f64, f64) {
    let design = Design { shards: Some(shards), ..Design::PLAIN };
    let (mut read, mut rounds) = (0, 0);
    for seed in 0..pages {
        let mut store = Store::new(1_000);
        let mut spread = Lcg(seed);
        for number in 0..i64::from(shards) * 30 {
            let at = Timestamp { seconds: START + number, nanos: 0 };
            store.put(design.schema(), design.key(), (at, &format!("id-{number}"), false), false, spread.next());
        }
        let mut spec = spec(&design, &ValueRange::ALL, Direction::Descending);
        spec.limit = Some(50);
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        let newest = (0..50).map(|back| Timestamp { seconds: START + i64::from(shards) * 30 - 1 - back, nanos: 0 });
        assert!(page.items.iter().map(|item| item.at).eq(newest), "seed {seed}");
        (read, rounds) = (read + page.read, rounds + page.rounds);
    }
    (read as f64 / pages as f64, rounds as f64 / pages as f64)
}

/// Reproducible random numbers.
pub(super) struct Lcg(pub(super) u64);

impl Lcg {
    pub(super) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }
}

#[test]
fn the_newest_50_take_one_round_and_few_items() {
    for (shards, items, pages) in [(10, 130.0, 400), (50, 350.0, 100), (200, 1_000.0, 30)] {
        let (read, rounds) = newest_50(shards, pages);
        println!("{shards} shards: {read:.1} items in {rounds:.4} rounds");
        // One page in a hundred may take a second round, of a few items.
        assert!(read <= items * 1.01 && rounds <= 1.02, "{shards} shards: {read} items in {rounds} rounds");
    }
}

#[test]
fn the_second_round_reads_only_the_uncertain_lane() {
    let design = Design { shards: Some(10), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    for number in 0..500 {
        let at = Timestamp { seconds: START + number, nanos: 0 };
        store.put(design.schema(), design.key(), (at, &format!("id-{number}"), false), false, 3);
    }
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    spec.limit = Some(50);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!((page.items.len(), page.read, page.rounds, page.requests), (50, 50, 2, 11));
}

#[test]
fn selective_filters_increase_the_page_size() {
    let design = Design { shards: Some(10), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    for number in 0..10_000_i64 {
        let at = Timestamp { seconds: START + number, nanos: 0 };
        let of = (at, &*format!("id-{number}"), number % 100 != 0);
        store.put(design.schema(), design.key(), of, false, (number % 7_919) as u32);
    }
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    spec.limit = Some(50);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!(page.items.len(), 50);
    println!("{} items read in {} rounds", page.read, page.rounds);
    assert!(page.rounds <= 7 && page.read <= 7_500, "{} items in {} rounds", page.read, page.rounds);
}

#[test]
fn a_year_of_empty_days_takes_a_few_rounds() {
    let days = 365;
    let design =
        Design { bucket: Some(Bucket::Day), shards: Some(2), retention: Some(days * 24 * 3_600), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    let first = Timestamp { seconds: NOW.seconds - 360 * 24 * HOUR, nanos: 0 };
    store.put(design.schema(), design.key(), (first, "id-0", false), false, 0);
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Descending);
    spec.limit = Some(50);
    let page = drive(plan(&design, &spec), &store, Aim::Page);
    assert_eq!(page.items.len(), 1);
    assert_eq!((page.buckets, page.requests), (366, 732));
    // 1, 2, 4, 8 and 16 buckets, then 32 together: as many as the limit of 64 requests in flight allows.
    assert_eq!(page.rounds, 5 + (366_usize - 31).div_ceil(32));
}

#[test]
fn buckets_are_read_until_the_limit_is_met() {
    let design =
        Design { bucket: Some(Bucket::Day), shards: Some(2), retention: Some(365 * 24 * 3_600), ..Design::PLAIN };
    let touched = |of_a_day: i64, prefetch: usize| {
        let mut store = Store::new(1_000);
        for number in 1..=20 * of_a_day {
            let at = Timestamp { seconds: NOW.seconds - number * 24 * HOUR / of_a_day, nanos: 0 };
            store.put(design.schema(), design.key(), (at, &format!("id-{number}"), false), false, number as u32);
        }
        let range = field_range(Bound::Unbounded, Bound::Excluded(KeyValue::Time(NOW)));
        let mut spec = spec(&design, &range, Direction::Descending);
        (spec.limit, spec.prefetch) = (Some(50), prefetch);
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        assert_eq!(page.items.len(), 50);
        (page.buckets, page.rounds)
    };
    assert_eq!(touched(100, 0), (1, 1));
    assert_eq!(touched(100, 5), (1, 1));
    assert_eq!(touched(40, 0), (2, 2));
    assert_eq!(touched(40, 1), (3, 2));
    assert_eq!(touched(10, 0), (5, 3));
    assert_eq!(touched(10, 3), (5, 2));
}

/// Accepts every number.
#[derive(Default)]
pub(super) struct Numbers {
    pub(super) taken: u64,
}

impl Classify<u64> for Numbers {
    fn classify(&mut self, _: &Plan, _: &Lane, number: u64) -> Result<Classified<()>> {
        self.taken = number;
        Ok(Classified::Taken(()))
    }

    fn table_key(&self, _: &Plan, _: &u64) -> Result<ItemKey> {
        unreachable!("the table has no ties")
    }
}

#[test]
fn a_stream_with_a_large_limit_buffers_few_items() {
    const LANES: u64 = 100;
    const OF_A_LANE: u64 = 1_500;
    let design = Design { shards: Some(LANES as u32), ..Design::PLAIN };
    let mut spec = spec(&design, &ValueRange::ALL, Direction::Ascending);
    spec.limit = Some(1_000_000);
    // Lane by lane: while one is read, no item of another lane is emitted.
    let sort = |number: u64| Some(KeyScalar::S(format!("A#{number:06}")));
    let answer = |lane_request: &LaneRequest| {
        let first = lane_request.lane as u64 * OF_A_LANE;
        let start =
            lane_request.start.as_ref().and_then(|after| after.sort.as_ref()?.as_s()?.get(2..)?.parse::<u64>().ok());
        let from = start.map_or(first, |last| last + 1);
        let until = (from + lane_request.limit.unwrap() as u64).min(first + OF_A_LANE);
        let entries: Vec<_> = (from..until).map(|number| Entry { sort: sort(number), raw: number }).collect();
        let next = (until < first + OF_A_LANE).then(|| Reached { sort: sort(until - 1), table_key: None });
        Fetched { evaluated: entries.len(), entries, charged_bytes: 0, next }
    };
    let mut paging = Paging::new(Arc::new(plan(&design, &spec)), Aim::Stream);
    let (mut pending_requests, mut numbers, mut taken, mut most) = (Vec::new(), Numbers::default(), 0, 0);
    loop {
        let step = paging.step(&mut numbers).unwrap();
        pending_requests.extend(paging.take_requests());
        match step {
            Step::Item => {
                assert_eq!(numbers.taken, taken);
                taken += 1;
            }
            Step::Wait => {
                let lane_request = pending_requests.remove(0);
                paging.feed(lane_request.at, lane_request.lane, lane_request.round, answer(&lane_request));
                most = most.max(paging.evaluated() - taken as usize);
            }
            Step::Done => break,
        }
    }
    assert_eq!(taken, LANES * OF_A_LANE);
    println!("{most} items in memory, {} rounds", paging.rounds());
    assert!(most <= 2 * 32_768, "{most}");
}

#[test]
fn concurrent_buckets_share_the_scan_limit() {
    let design =
        Design { bucket: Some(Bucket::Day), shards: Some(2), retention: Some(60 * 24 * 3_600), ..Design::PLAIN };
    let mut store = Store::new(1_000);
    // No items for 31 days, then many items per day, none of which matches the query.
    for number in 0..2_000_i64 {
        let at = Timestamp { seconds: NOW.seconds - 32 * 24 * HOUR - number * 600, nanos: 0 };
        store.put(design.schema(), design.key(), (at, &format!("id-{number}"), true), false, number as u32);
    }
    let range = field_range(Bound::Unbounded, Bound::Excluded(KeyValue::Time(NOW)));
    for limit in [None, Some(50)] {
        let mut spec = spec(&design, &range, Direction::Descending);
        (spec.limit, spec.scan_limit) = (limit, Some(100));
        let page = drive(plan(&design, &spec), &store, Aim::Page);
        assert!(page.items.is_empty() && page.cursor.is_some());
        println!("{} items in {} rounds", page.read, page.rounds);
        // The 62 requests to the empty days count as one item each.
        assert!((20..=88).contains(&page.read), "{} items in {} rounds", page.read, page.rounds);
        assert!(page.rounds <= 10, "{}", page.rounds);
    }
}
