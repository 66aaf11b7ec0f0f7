//! Requests stay within the bounds of the query.

use std::collections::BTreeSet;

use futures_util::TryStreamExt as _;
use keywright::{Entity, Table, read::Cursor};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design::*;
use crate::support::random::Random;

#[tokio::test(start_paused = true)]
async fn scan_limit_ends_pages_within_equal_sort_keys() {
    for seed in 0..2 {
        let local = Local::builder().answer_inline().permute_ties(seed).start();
        let mixed = Mixed::open(local.client(), "mixed");
        mixed.create_table().await.unwrap();
        let random = &mut Random(seed);
        for n in 0..60 {
            let stranger = Stranger { at: start(), score: 7, filler: String::new(), ..stranger(n, random) };
            mixed.put(&stranger).await.unwrap();
        }
        macro_rules! pages {
            ($query:expr) => {{
                let (mut cursor, mut pages) = (None::<Cursor>, 0);
                loop {
                    let page = $query.scan_limit(6).cursor(cursor).send(&mixed).await.unwrap();
                    assert!(page.items.is_empty());
                    assert!(page.stats.items_read <= 12, "page {pages} of seed {seed}: {:?}", page.stats);
                    assert!(page.stats.requests <= 6, "page {pages} of seed {seed}: {:?}", page.stats);
                    (cursor, pages) = (page.cursor, pages + 1);
                    if cursor.is_none() {
                        break pages;
                    }
                }
            }};
        }
        for pages in
            [pages!(Event::by_tag(TAG)), pages!(Event::by_score(TAG)), pages!(Event::by_day(TAG).newest_first())]
        {
            assert!(pages >= 6, "{pages}");
        }
    }
}

#[derive(Table)]
#[entities(Beat)]
struct Pulse;

/// An entity with more shards than necessary.
#[allow(deprecated)]
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Pulse)]
#[pk(template = "BEAT#<device>")]
#[shard(random = 1000)]
#[sk(template = "<n:w6>")]
#[peak(writes_per_second = 30_000, item_bytes = 300)]
struct Beat {
    device: String,
    n: u32,
}

#[tokio::test(start_paused = true)]
async fn limit_of_one_over_a_thousand_lanes_sends_one_request_per_lane() {
    let local = Local::builder().answer_inline().start();
    let pulse = Pulse::open(local.client(), "pulse");
    pulse.create_table().await.unwrap();
    let beats: Vec<Beat> = (0..40).map(|n| Beat { device: "d".into(), n }).collect();
    assert!(pulse.batch_put(&beats).await.unwrap().is_complete());
    let query = || Beat::query("d");
    for in_flight in [1, 64, 5_000] {
        let page = query().limit(1).in_flight(in_flight).send(&pulse).await.unwrap();
        assert_eq!(page.items, beats[..1]);
        assert_eq!((page.stats.lanes, page.stats.requests, page.stats.rounds), (1_000, 1_000, 1), "{in_flight}");
        assert!(page.stats.items_read <= 40);
    }
    let narrow = pulse.clone().max_in_flight(1).hedge_reads(0.05);
    let page = query().limit(7).newest_first().send(&narrow).await.unwrap();
    assert!(page.items.iter().rev().eq(&beats[33..]));
    let all: Vec<Beat> = query().prefetch(1_000_000).items_per_request(1).stream(&narrow).try_collect().await.unwrap();
    assert_eq!(all, beats);
    assert_eq!(query().count(&pulse).await.unwrap().items, 40);
}

#[tokio::test(start_paused = true)]
async fn deletes_during_a_walk_hide_no_other_items() {
    for seed in 0..4 {
        let local = Local::builder().answer_inline().permute_ties(seed).start();
        let mixed = Mixed::open(local.client(), "mixed");
        mixed.create_table().await.unwrap();
        let random = &mut Random(seed);
        let events: Vec<Event> = (0..40).map(|n| Event { filler: String::new(), ..event(n, random) }).collect();
        assert!(mixed.batch_put(&events).await.unwrap().is_complete());
        macro_rules! walk {
            ($query:expr) => {{
                let mut stream = $query.items_per_request(random.of(&[1, 2, 3])).stream(&mixed);
                let (mut seen, mut deleted) = (Vec::new(), BTreeSet::new());
                while let Some(event) = stream.try_next().await.unwrap() {
                    // Behind, where the next request begins, or ahead.
                    for other in [&event, &events[random.below(40) as usize]] {
                        if random.is(3) {
                            mixed.delete(Event::key(other.at, &other.user, other.n)).await.unwrap();
                            deleted.insert(other.n);
                        }
                    }
                    seen.push(event.n);
                }
                let once: BTreeSet<u32> = seen.iter().copied().collect();
                assert_eq!(once.len(), seen.len(), "seed {seed}: {seen:?}");
                assert!((0..40).all(|n| once.contains(&n) || deleted.contains(&n)), "seed {seed}: {seen:?}");
                assert!(mixed.batch_put(&events).await.unwrap().is_complete());
            }};
        }
        walk!(Event::query().between(start()..start() + chrono::TimeDelta::days(20)));
        walk!(Event::by_tag(TAG));
        walk!(Event::by_score(TAG).newest_first());
        walk!(Event::by_day(TAG));
    }
}
