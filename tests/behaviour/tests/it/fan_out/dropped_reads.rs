//! Reads that are dropped with requests in flight: these are dropped too, and no others are sent.

use std::time::Duration;

use futures_util::StreamExt as _;
use keywright::Handle;
use keywright_local::{Faults, Latency, Local, Rule};
use tokio::{
    task::yield_now,
    time::{sleep, timeout},
};

use super::asking::*;
use super::meter::*;
use super::plant::*;

/// Creates a table on which every answer takes a second.
async fn slow() -> (Local, Meter, Handle<Plant>) {
    let (local, meter, plant) = metered(inline()).await;
    fill(&plant, 60, 3).await;
    meter.take();
    local.clear_operations();
    local.set_faults(Faults::seeded(0).rule(Rule::all().latency(Latency::constant(Duration::from_secs(1)))));
    (local, meter, plant)
}

/// Drops a read after this time. Returns the number of requests sent by then, and checks that no others follow.
async fn dropped<T>(meter: &Meter, millis: u64, read: impl Future<Output = T>) -> usize {
    assert!(timeout(Duration::from_millis(millis), read).await.is_err());
    let at_once = meter.counted();
    assert_eq!(at_once.in_flight, 0, "what was in flight is dropped");
    sleep(Duration::from_secs(3_600)).await;
    let later = meter.take();
    assert_eq!(later.sent.len(), at_once.sent.len(), "nothing more is sent");
    assert_eq!(later.evaluated, at_once.evaluated);
    later.sent.len()
}

#[tokio::test(start_paused = true)]
async fn dropped_stream_drops_requests_in_flight() {
    let (_local, meter, plant) = slow().await;
    for (in_flight, millis, sent) in [(64, 500, 4), (2, 500, 2), (2, 1_500, 4), (1, 3_500, 4)] {
        let asking = Asking { in_flight, ..Asking::all(Source::Table) };
        let mut stream = asking.stream(&plant);
        assert_eq!(dropped(&meter, millis, async move { stream.next().await }).await, sent, "{in_flight}, {millis}");
    }
}

#[tokio::test(start_paused = true)]
async fn dropped_stream_after_some_items_drops_requests_in_flight() {
    let (_local, meter, plant) = slow().await;
    let asking = Asking { items_per_request: Some(2), ..Asking::all(Source::Table) };
    let mut stream = asking.stream(&plant);
    stream.next().await.unwrap().unwrap();
    let mut taken = 1;
    yield_now().await;
    while meter.counted().in_flight == 0 {
        stream.next().await.unwrap().unwrap();
        taken += 1;
        // Lets requests that were begun have their turn.
        yield_now().await;
    }
    assert!(taken < 10, "it reads ahead");
    drop(stream);
    let at_once = meter.counted();
    assert_eq!(at_once.in_flight, 0);
    sleep(Duration::from_secs(3_600)).await;
    assert_eq!(meter.counted().sent.len(), at_once.sent.len());
}

#[tokio::test(start_paused = true)]
async fn dropped_pages_and_counts_drop_requests_in_flight() {
    let (_local, meter, plant) = slow().await;
    // An empty day, then two days at once: 4 and 8 requests.
    let asking = Asking::all(Source::Table);
    assert_eq!(dropped(&meter, 500, asking.page(&plant, None).into_future()).await, 4);
    assert_eq!(dropped(&meter, 1_500, asking.page(&plant, None).into_future()).await, 12);
    assert_eq!(dropped(&meter, 1_500, asking.page(&plant, None).partial().into_future()).await, 12);
    let count = Asking { in_flight: 3, ..asking }.count(&plant).into_future();
    assert_eq!(dropped(&meter, 1_500, count).await, 6);
}

#[tokio::test(start_paused = true)]
async fn completed_page_drops_unneeded_requests() {
    let (local, meter, plant) = slow().await;
    // Of the days that are read ahead, all but the first take an hour.
    let hour = Latency::constant(Duration::from_secs(3_600));
    let late =
        ["24", "25", "26"].into_iter().fold(Rule::all(), |rule, day| rule.lane_prefix(format!("EVENT#2026-06-{day}")));
    local.set_faults(Faults::seeded(0).rule(late.latency(hour)));
    let begun = tokio::time::Instant::now();
    let range = hours(12)..hours(120);
    let of_a_day = Asking { range: hours(12)..hours(36), ..Asking::all(Source::Table) }.walk(&plant).await.len();
    let asking = Asking { range, limit: Some(of_a_day), ..Asking::all(Source::Table) };
    assert_eq!(asking.page(&plant, None).await.unwrap().items.len(), of_a_day);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    assert_eq!(meter.counted().in_flight, 0);
}
