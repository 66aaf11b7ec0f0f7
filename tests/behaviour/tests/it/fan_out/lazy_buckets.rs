//! The buckets of a year that a page reads.

use std::{collections::BTreeSet, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{ErrorKind, Handle};
use keywright_local::{Faults, Latency, Local, Rule};

use super::asking::*;
use super::meter::*;
use super::plant::*;

const SHARDS: usize = 4;

fn year() -> std::ops::Range<DateTime<Utc>> {
    noon() - TimeDelta::days(365)..noon()
}

fn newest(limit: usize) -> Asking {
    Asking { range: year(), newest_first: true, limit: Some(limit), ..Asking::all(Source::Table) }
}

/// Returns the last minute before noon, this many days ago.
fn days_ago(days: i64) -> DateTime<Utc> {
    noon() - TimeDelta::minutes(1) - TimeDelta::days(days)
}

async fn put(plant: &Handle<Plant>, times: impl IntoIterator<Item = DateTime<Utc>>) -> Vec<Event> {
    let mut events: Vec<Event> =
        times.into_iter().enumerate().map(|(number, at)| event(at, format!("e-{number}"))).collect();
    assert!(plant.batch_put(&events).await.unwrap().is_complete());
    events.sort_by_key(|event| std::cmp::Reverse(event.at));
    events
}

/// Returns the days that were read from the engine, latest first.
fn days_asked(local: &Local) -> Vec<String> {
    let lanes = local.operations().into_iter().flat_map(|operation| operation.lanes);
    let days: BTreeSet<String> = lanes.map(|lane| lane.split('#').nth(1).unwrap().to_owned()).collect();
    days.into_iter().rev().collect()
}

#[tokio::test(start_paused = true)]
async fn newest_50_of_a_full_year_read_only_the_needed_buckets() {
    let (local, plant) = plant_on(inline()).await;
    // Ten per day, five of them in the past half of today.
    let events = put(&plant, (0..365 * 10).map(|step| noon() - TimeDelta::minutes(144 * step + 72))).await;
    for (prefetch, buckets, rounds) in [(0, 6, 3), (1, 7, 3), (3, 9, 3), (6, 8, 2)] {
        local.clear_operations();
        let page = Asking { prefetch, ..newest(50) }.page(&plant, None).await.unwrap();
        assert_eq!(page.items, events[..50]);
        let days = days_asked(&local);
        assert_eq!(days.first().unwrap(), "2026-06-22");
        let expected = (0..days.len() as i64).map(|day| days_ago(day).format("%Y-%m-%d").to_string());
        assert!(days.iter().cloned().eq(expected), "{days:?}");
        // The newest 50 are within six days.
        assert!(days.len() <= 6 + prefetch, "prefetch {prefetch}: {days:?}");
        assert_eq!((days.len(), page.stats.buckets, page.stats.rounds), (buckets, buckets, rounds));
        assert_eq!((page.stats.lanes, page.stats.requests as u64), (SHARDS * buckets, local.requests()));
    }
    // Today is enough for the newest 5.
    local.clear_operations();
    assert_eq!(newest(5).page(&plant, None).await.unwrap().items, events[..5]);
    assert_eq!((days_asked(&local).len(), local.requests()), (1, 4));
}

#[tokio::test(start_paused = true)]
async fn a_sparse_year_is_searched_in_growing_strides() {
    let (local, meter, plant) = metered(inline()).await;
    let events = put(&plant, [days_ago(300)]).await;
    local.set_faults(Faults::seeded(0).rule(Rule::all().latency(Latency::constant(Duration::from_millis(10)))));
    for in_flight in [64, 5] {
        meter.take();
        local.clear_operations();
        let page = Asking { in_flight, ..newest(50) }.page(&plant, None).await.unwrap();
        assert_eq!(page.items, events);
        assert!(page.cursor.is_none(), "all of the year was searched");
        let counted = meter.take();
        assert_eq!((days_asked(&local).len(), counted.sent.len()), (366, 366 * SHARDS));
        assert_eq!((page.stats.buckets, page.stats.lanes, page.stats.requests), (366, 366 * SHARDS, 366 * SHARDS));
        assert!(counted.most_in_flight <= in_flight, "{} of {in_flight}", counted.most_in_flight);
        // Each empty lane costs half a unit.
        assert_eq!((page.stats.rcu, page.stats.items_read), (366.0 * 2.0, 1));
        let rounds: Vec<usize> = counted.sent.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
        if in_flight == 64 {
            assert_eq!(rounds[..6], [4, 8, 16, 32, 64, 64]);
            assert_eq!(page.stats.rounds, rounds.len());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn search_ends_with_the_stride_that_fills_the_page() {
    let (local, plant) = plant_on(inline()).await;
    let events = put(&plant, (0..60).map(|number| days_ago(100) - TimeDelta::minutes(number))).await;
    let page = newest(50).page(&plant, None).await.unwrap();
    assert_eq!(page.items, events[..50]);
    // 1, 2, 4, 8, .. buckets: at most twice as far as the first item.
    let days = days_asked(&local).len();
    assert!((101..=202).contains(&days), "{days}");
    let next = newest(50).page(&plant, Some(through_text(&page.cursor.unwrap()))).await.unwrap();
    assert_eq!(next.items, events[50..]);
    assert!(next.cursor.is_none());
}

#[tokio::test(start_paused = true)]
async fn stream_searches_a_sparse_year_in_strides() {
    use futures_util::TryStreamExt as _;
    let (local, meter, plant) = metered(inline()).await;
    let events = put(&plant, [days_ago(300), days_ago(7)]).await;
    local.set_faults(Faults::seeded(0).rule(Rule::all().latency(Latency::constant(Duration::from_millis(10)))));
    meter.take();
    let begun = tokio::time::Instant::now();
    let asking = Asking { limit: None, ..newest(1) };
    assert_eq!(asking.stream(&plant).try_collect::<Vec<_>>().await.unwrap(), events);
    let rounds = begun.elapsed().as_millis() / 10;
    assert!(rounds <= 40, "{rounds} rounds for 366 days");
    let counted = meter.take();
    assert!(counted.most_in_flight <= 64, "{}", counted.most_in_flight);
    assert_eq!(counted.sent.len(), 366 * SHARDS);
}

#[tokio::test(start_paused = true)]
async fn queries_over_max_lanes_are_rejected() {
    let (local, plant) = plant_on(inline()).await;
    let query = || Event::query().between(year());
    let error = query().max_lanes(1_463).send(&plant).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::TooManyLanes, Some("Event")));
    let text = error.to_string();
    for part in ["1464 partition keys", "its bound is 1463", "a shorter range", "`.max_lanes(1464)`"] {
        assert!(text.contains(part), "{part:?} is not in: {text}");
    }
    assert_eq!(local.requests(), 0);
    assert_eq!(query().max_lanes(1_464).explain().unwrap().lanes().count(), 1_464);
}
