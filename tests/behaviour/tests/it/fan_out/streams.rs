//! A stream reads the items that are taken and a few more.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::{ErrorKind, Handle, client::ItemStream};
use keywright_local::{Failure, Faults, Latency, Local, Rule};
use tokio::time::{Instant, sleep};

use super::asking::*;
use super::meter::*;
use super::plant::*;

const SHARDS: usize = 4;

/// Creates this many events per day for some days, evenly spread.
async fn days(days: i64, of_a_day: i64) -> (Local, Meter, Handle<Plant>) {
    let (local, meter, plant) = metered(inline()).await;
    let midnight = hours(-12);
    let step = TimeDelta::days(1) / of_a_day as i32;
    let events: Vec<Event> = (0..days)
        .flat_map(|day| (0..of_a_day).map(move |number| (day, number)))
        .map(|(day, number)| {
            event(midnight + TimeDelta::days(day) + step * number as i32, format!("e-{day}-{number:04}"))
        })
        .collect();
    assert!(plant.batch_put(&events).await.unwrap().is_complete());
    meter.take();
    local.clear_operations();
    (local, meter, plant)
}

fn all_days() -> Asking {
    Asking { range: hours(-12)..hours(24 * 30), ..Asking::all(Source::Table) }
}

async fn take(stream: &mut ItemStream<Event>, items: usize) {
    for _ in 0..items {
        stream.next().await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn first_ten_items_cost_one_request_per_lane() {
    let (_local, meter, plant) = days(1, 2_000).await;
    let mut stream = Asking { range: hours(-12)..hours(12), ..all_days() }.stream(&plant);
    take(&mut stream, 10).await;
    assert_eq!((meter.counted().sent.len(), meter.counted().evaluated), (SHARDS, SHARDS * 100));
    // A stream that is not polled reads nothing.
    sleep(Duration::from_secs(3_600)).await;
    assert_eq!(meter.counted().sent.len(), SHARDS);
    take(&mut stream, 290).await;
    assert!(meter.counted().sent.len() <= 2 * SHARDS, "{:?}", meter.counted());
    // To the end in a few large requests.
    take(&mut stream, 1_700).await;
    assert!(stream.next().await.is_none());
    let counted = meter.take();
    assert!(counted.sent.len() <= 5 * SHARDS, "{} requests", counted.sent.len());
    assert_eq!(counted.evaluated, 2_000);
}

#[tokio::test(start_paused = true)]
async fn lane_is_read_ahead_when_half_its_items_are_consumed() {
    let (_local, meter, plant) = days(1, 400).await;
    let asking = Asking { items_per_request: Some(10), ..all_days() };
    let mut stream = asking.stream(&plant);
    for taken in 1..=400 {
        take(&mut stream, 1).await;
        let counted = meter.counted();
        // The items taken, and at most one and a half requests more per lane.
        let most = taken + SHARDS * 15;
        assert!(counted.evaluated <= most, "{} items are read and {taken} taken", counted.evaluated);
        assert!(counted.sent.len() <= SHARDS + taken / 10 + SHARDS, "{} requests", counted.sent.len());
    }
}

#[tokio::test(start_paused = true)]
async fn reading_ahead_hides_the_latency() {
    let (local, meter, plant) = days(1, 400).await;
    local.set_faults(Faults::seeded(0).rule(Rule::all().latency(Latency::constant(Duration::from_millis(100)))));
    let begun = Instant::now();
    let mut stream = Asking { items_per_request: Some(20), ..all_days() }.stream(&plant);
    for _ in 0..400 {
        take(&mut stream, 1).await;
        sleep(Duration::from_millis(10)).await;
    }
    // 400 items at 10 ms, and the first round. 20 rounds more would take two seconds.
    let took = begun.elapsed();
    assert!(took < Duration::from_millis(4_000 + 200), "{took:?}");
    assert!(meter.counted().sent.len() >= 20);
}

#[tokio::test(start_paused = true)]
async fn stream_reads_up_to_prefetch_buckets_ahead() {
    for prefetch in [0, 1, 3] {
        let (local, _meter, plant) = days(10, 20).await;
        let mut stream = Asking { prefetch, ..all_days() }.stream(&plant);
        for day in 0..10 {
            take(&mut stream, 20).await;
            let asked = local.requests() as usize / SHARDS;
            let ahead = day + 1..=day + 1 + prefetch;
            assert!(ahead.contains(&asked), "day {day}, prefetch {prefetch}: {asked}");
        }
        assert!(stream.next().await.is_none());
    }
}

#[tokio::test(start_paused = true)]
async fn error_ends_the_stream() {
    let (local, meter, plant) = days(1, 400).await;
    let whole = all_days().walk(&plant).await;
    let lane = "EVENT#2026-06-22#1";
    let third = Rule::all().lane(lane).every(3).unwrap().fail(Failure::InternalServerError { carried_out: false });
    local.set_faults(Faults::seeded(0).rule(third));
    let mut stream = Asking { items_per_request: Some(10), ..all_days() }.stream(&plant);
    let mut items = Vec::new();
    let error = loop {
        match stream.next().await.unwrap() {
            Ok(item) => items.push(item),
            Err(error) => break error,
        }
    };
    assert_eq!((error.kind(), error.key(), error.table()), (ErrorKind::Service, Some(lane), Some("plant")));
    assert!(!items.is_empty() && whole.starts_with(&items), "{} items", items.len());
    local.clear_faults();
    let sent = meter.counted().sent.len();
    for _ in 0..3 {
        assert!(stream.next().await.is_none());
    }
    assert_eq!((meter.counted().sent.len(), meter.counted().in_flight), (sent, 0));
    let once = all_days().stream(&plant).try_collect::<Vec<_>>().await.unwrap();
    assert_eq!(once, whole);
}

#[tokio::test(start_paused = true)]
async fn a_limit_bounds_the_whole_stream() {
    let (_local, meter, plant) = days(3, 100).await;
    let whole = all_days().walk(&plant).await;
    meter.take();
    for limit in [1, 99, 150, 300, 1_000_000] {
        let asking = Asking { limit: Some(limit), ..all_days() };
        let items: Vec<Event> = asking.stream(&plant).try_collect().await.unwrap();
        assert_eq!(items, whole[..limit.min(300)]);
        let counted = meter.take();
        assert!(counted.evaluated <= 2 * limit + 20, "{limit}: {}", counted.evaluated);
    }
}
