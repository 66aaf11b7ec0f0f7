//! Limits of what a page may read if it returns little of it.

use chrono::TimeDelta;
use keywright::{ErrorKind, Handle, read::Stats};

use super::asking::*;
use super::plant::*;

const SCAN_LIMIT: usize = 30;

/// Creates an empty week, then three weeks with 60 notes a day under the keys of events, then an event.
async fn weeks() -> Handle<Plant> {
    let (_, plant) = plant_on(inline()).await;
    let note = |number: i64| Note {
        at: hours(24 * 7) + TimeDelta::minutes(24 * number),
        id: format!("n-{number}"),
        line: "a".into(),
    };
    let notes: Vec<Note> = (0..21 * 60).map(note).collect();
    assert!(plant.batch_put(&notes).await.unwrap().is_complete());
    plant.put(&event(hours(24 * 28), "e")).await.unwrap();
    plant
}

async fn walk(plant: &Handle<Plant>, prefetch: usize) -> Vec<(usize, Stats)> {
    let range = hours(0)..hours(24 * 30);
    let asking = Asking { range, limit: Some(5), scan_limit: Some(SCAN_LIMIT), prefetch, ..Asking::all(Source::Index) };
    let (mut pages, mut cursor) = (Vec::new(), None);
    loop {
        let page = asking.page(plant, cursor).await.unwrap();
        pages.push((page.items.len(), page.stats));
        cursor = page.cursor.as_ref().map(through_text);
        if cursor.is_none() {
            return pages;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn scan_limit_bounds_items_read_for_every_prefetch() {
    let plant = weeks().await;
    for prefetch in [0, 10] {
        let pages = walk(&plant, prefetch).await;
        for (_, stats) in &pages {
            // Each lane is read for at least one item, and its share is rounded up.
            assert!(
                stats.items_read <= SCAN_LIMIT.max(stats.lanes) + 2 * stats.lanes,
                "prefetch {prefetch}: {stats:?}"
            );
        }
        let read: usize = pages.iter().map(|(_, stats)| stats.items_read).sum();
        assert_eq!(pages.iter().map(|(items, _)| items).sum::<usize>(), 1);
        assert!((1_261..2_200).contains(&read), "{read} items are read again and again");
        assert!(pages.len() <= 66, "{} pages", pages.len());
    }
}

#[tokio::test(start_paused = true)]
async fn scan_limit_below_the_shard_count_is_rejected() {
    let (local, plant) = plant_on(inline()).await;
    fill(&plant, 30, 6).await;
    local.clear_operations();
    let query = || Event::query().between(hours(-24)..hours(120));
    for limit in 1..4 {
        let error = query().scan_limit(limit).send(&plant).await.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        assert!(error.to_string().contains("4 partition keys"), "{error}");
    }
    assert_eq!(local.requests(), 0);
    assert!(query().scan_limit(4).send(&plant).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn scan_limit_ends_pages_over_empty_buckets() {
    let (_, plant) = plant_on(inline()).await;
    plant.put(&event(hours(24 * 300), "e")).await.unwrap();
    let query = || Event::query().between(hours(0)..hours(24 * 301)).limit(5).scan_limit(SCAN_LIMIT);
    let (mut cursor, mut items, mut pages) = (None, 0, 0);
    loop {
        let page = query().cursor(cursor).send(&plant).await.unwrap();
        assert!(page.stats.requests <= SCAN_LIMIT + 4, "{:?}", page.stats);
        (items, pages) = (items + page.items.len(), pages + 1);
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(items, 1);
    assert!((35..=50).contains(&pages), "{pages} pages for 1,208 lanes");
}
