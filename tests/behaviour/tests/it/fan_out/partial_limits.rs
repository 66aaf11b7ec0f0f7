//! The effect of a limit, a scan limit and a prefetch on failing lanes.

use keywright::Handle;
use keywright_local::{Failure, Faults, Local, Rule};

use super::asking::*;
use super::plant::*;

/// Creates four days with ten events each, in turn over the shards.
async fn four_days() -> (Local, Handle<Plant>) {
    let (local, plant) = plant_on(inline()).await;
    for number in 0..40 {
        let at = hours(24 * (number / 10) + number % 10);
        plant.put(&event(at, format!("e-{number:02}"))).in_shard(number as u32 % 4).await.unwrap();
    }
    local.clear_operations();
    (local, plant)
}

fn fail(local: &Local, lane: &str) {
    let broken = Failure::ServiceUnavailable { carried_out: false };
    local.set_faults(Faults::seeded(0).rule(Rule::all().lane_prefix(lane).fail(broken)));
}

fn ids(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.id.as_str()).collect()
}

#[tokio::test(start_paused = true)]
async fn limit_is_filled_by_the_responding_lanes() {
    let (local, plant) = four_days().await;
    fail(&local, "EVENT#2026-06-22#1");
    let asking = Asking { limit: Some(4), ..Asking::all(Source::Table) };
    let page = asking.page(&plant, None).partial().await.unwrap();
    assert_eq!(ids(&page.items), ["e-00", "e-02", "e-03", "e-04"]);
    assert_eq!(page.failed.len(), 1);
    local.clear_faults();
    // First the items left out before the end of that page, then those after it.
    let next = asking.page(&plant, page.cursor).await.unwrap();
    assert_eq!(ids(&next.items), ["e-01", "e-05", "e-06", "e-07"]);
}

#[tokio::test(start_paused = true)]
async fn items_read_before_a_lane_failed_are_kept() {
    let (local, plant) = four_days().await;
    // One item of each lane, then of those that may have more. The second request to shard 1 fails.
    let broken = Failure::ServiceUnavailable { carried_out: false };
    let second = Rule::all().lane("EVENT#2026-06-22#1").every(2).unwrap().fail(broken);
    local.set_faults(Faults::seeded(0).rule(second));
    let asking = Asking { limit: Some(5), items_per_request: Some(1), ..Asking::all(Source::Table) };
    let page = asking.page(&plant, None).partial().await.unwrap();
    assert_eq!(ids(&page.items), ["e-00", "e-01", "e-02", "e-03", "e-04"]);
    // It could have had another item before the fifth.
    assert_eq!(page.failed.len(), 1);
    local.clear_faults();
    let next = asking.page(&plant, page.cursor).await.unwrap();
    assert_eq!(ids(&next.items), ["e-05", "e-06", "e-07", "e-08", "e-09"]);
}

#[tokio::test(start_paused = true)]
async fn failed_prefetched_bucket_does_not_affect_the_page() {
    let (local, plant) = four_days().await;
    fail(&local, "EVENT#2026-06-25");
    // The first day does not reach the limit. Then two days are read, and two more ahead.
    let asking = Asking { limit: Some(25), prefetch: 2, range: hours(0)..hours(200), ..Asking::all(Source::Table) };
    let page = asking.page(&plant, None).partial().await.unwrap();
    assert_eq!(page.items.len(), 25);
    let failures = local.operations().iter().filter(|operation| operation.failure.is_some()).count();
    assert_eq!(failures, 4, "the fourth day was asked");
    assert!(page.failed.is_empty(), "{:?}", page.failed);
    local.clear_faults();
    let rest = asking.page(&plant, page.cursor).await.unwrap();
    assert_eq!(ids(&rest.items), (25..40).map(|number| format!("e-{number}")).collect::<Vec<_>>());
    assert!(rest.cursor.is_none());
}

#[tokio::test(start_paused = true)]
async fn fully_failed_bucket_is_read_by_a_later_page() {
    let (local, plant) = four_days().await;
    fail(&local, "EVENT#2026-06-23");
    for limit in [None, Some(40)] {
        let asking = Asking { limit, ..Asking::all(Source::Table) };
        let page = asking.page(&plant, None).partial().await.unwrap();
        assert_eq!((page.items.len(), page.failed.len()), (30, 4));
        local.clear_faults();
        let rest = asking.page(&plant, page.cursor).await.unwrap();
        assert_eq!(ids(&rest.items), (10..20).map(|number| format!("e-{number}")).collect::<Vec<_>>());
        assert!(rest.cursor.is_none());
        fail(&local, "EVENT#2026-06-23");
    }
}

#[tokio::test(start_paused = true)]
async fn scan_limit_ends_partial_pages() {
    let (local, plant) = four_days().await;
    fail(&local, "EVENT#2026-06-22#2");
    let asking = Asking { scan_limit: Some(6), ..Asking::all(Source::Table) };
    let (mut items, mut cursor) = (Vec::new(), None);
    for number in 0.. {
        assert!(number < 60, "the cursor does not move");
        if number == 4 {
            local.clear_faults();
        }
        match asking.page(&plant, cursor.clone()).partial().await {
            Ok(page) => {
                assert!(page.stats.items_read <= 6.max(page.stats.lanes) + 4, "{:?}", page.stats);
                items.extend(page.items);
                cursor = page.cursor.as_ref().map(through_text);
                if cursor.is_none() {
                    break;
                }
            }
            Err(error) => assert_eq!(error.key(), Some("EVENT#2026-06-22#2")),
        }
    }
    items.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(ids(&items), (0..40).map(|number| format!("e-{number:02}")).collect::<Vec<_>>());
}
