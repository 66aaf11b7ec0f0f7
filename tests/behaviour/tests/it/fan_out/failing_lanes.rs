//! A lane that fails: the whole query fails and names it, or the page is explicitly partial.

use futures_util::TryStreamExt as _;
use keywright::{ErrorKind, Handle};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

use super::asking::*;
use super::plant::*;

const BROKEN: Failure = Failure::InternalServerError { carried_out: false };

/// Creates a table with events under a paused clock.
async fn filled() -> (Local, Handle<Plant>) {
    let (local, plant) = plant_on(inline().permute_ties(1)).await;
    fill(&plant, 60, 1).await;
    local.clear_operations();
    (local, plant)
}

fn failing(lanes: &[&str], failure: Failure) -> Faults {
    let rule = lanes.iter().fold(Rule::all(), |rule, lane| rule.lane(*lane));
    Faults::seeded(0).rule(rule.fail(failure))
}

/// Returns a lane with events in the middle of the answer.
fn lane(place: Source) -> &'static str {
    match place {
        Source::Table => "EVENT#2026-06-24#2",
        Source::Index => "LINE#a#2026-06-24#2",
    }
}

#[tokio::test(start_paused = true)]
async fn failed_lane_fails_the_query_by_default_and_is_named() {
    let (local, plant) = filled().await;
    let throttled = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    let cases = [
        (BROKEN, ErrorKind::Service, "InternalServerError"),
        (Failure::Disconnected { carried_out: true }, ErrorKind::Service, "no response arrived"),
        (throttled, ErrorKind::Throttled, "spread the key over more shards"),
    ];
    for place in Source::BOTH {
        for (failure, kind, part) in &cases {
            local.set_faults(failing(&[lane(place)], failure.clone()));
            let asking = Asking::all(place);
            let error = asking.page(&plant, None).await.unwrap_err();
            assert_eq!(error.kind(), *kind, "{error}");
            assert_eq!((error.key(), error.entity(), error.table()), (Some(lane(place)), Some("Event"), Some("plant")));
            assert_eq!(error.index().is_some(), place == Source::Index);
            let text = error.to_string();
            for part in [lane(place), "`Event`", "table plant", part] {
                assert!(text.contains(part), "{part:?} is not in: {text}");
            }
            let error = asking.count(&plant).await.unwrap_err();
            assert_eq!((error.kind(), error.key()), (*kind, Some(lane(place))));
            local.clear_faults();
            assert!(asking.page(&plant, None).await.is_ok());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn partial_page_names_failed_lanes_and_its_cursor_resumes_them() {
    let (local, plant) = filled().await;
    for place in Source::BOTH {
        let asking = Asking::all(place);
        let whole = asking.walk(&plant).await;
        let lanes = lanes_of_events(&plant, place.partition_key()).await;
        let (missing, there): (Vec<_>, Vec<_>) =
            whole.iter().cloned().partition(|event| lanes[&event.id] == lane(place));
        assert!(!missing.is_empty() && !there.is_empty());

        local.set_faults(failing(&[lane(place)], BROKEN));
        local.clear_operations();
        let page = asking.page(&plant, None).partial().await.unwrap();
        assert_eq!(page.items, there);
        assert_eq!(page.stats.requests as u64, local.requests());
        let [failed] = &page.failed[..] else { panic!("{:?}", page.failed) };
        assert_eq!(failed.partition_key.to_string(), lane(place));
        assert_eq!((failed.error.kind(), failed.error.key()), (ErrorKind::Service, Some(lane(place))));
        assert_eq!((failed.error.entity(), failed.error.index().is_some()), (Some("Event"), place == Source::Index));
        assert_eq!(failed.error.table(), Some("plant"));

        local.clear_faults();
        local.clear_operations();
        let cursor = through_text(&page.cursor.unwrap());
        let rest = asking.page(&plant, Some(cursor)).await.unwrap();
        assert_eq!(rest.items, missing);
        assert!(rest.cursor.is_none());
        let asked: Vec<_> = local.operations().into_iter().flat_map(|operation| operation.lanes).collect();
        assert_eq!(asked, [lane(place)], "nothing is read again");
    }
}

#[tokio::test(start_paused = true)]
async fn the_rest_of_a_partial_page_can_be_streamed_and_counted() {
    let (local, plant) = filled().await;
    let sorted = |mut events: Vec<Event>| {
        events.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
        events
    };
    for limit in [3, 20, 45] {
        let whole = sorted(Asking::all(Source::Table).walk(&plant).await);
        local.set_faults(failing(&["EVENT#2026-06-22#1", "EVENT#2026-06-24#2", "EVENT#2026-06-24#3"], BROKEN));
        let page =
            Asking { limit: Some(limit), ..Asking::all(Source::Table) }.page(&plant, None).partial().await.unwrap();
        assert!(!page.failed.is_empty());
        local.clear_faults();
        let rest = || Event::query().between(hours(-24)..hours(120)).cursor(page.cursor.clone());
        let streamed: Vec<Event> = rest().stream(&plant).try_collect().await.unwrap();
        assert!(streamed.is_sorted_by_key(|event| (event.at, event.id.clone())));
        assert_eq!(rest().count(&plant).await.unwrap().items as usize, streamed.len());
        assert_eq!(sorted([page.items, streamed].concat()), whole);
    }
}

#[tokio::test(start_paused = true)]
async fn complete_page_is_the_same_with_and_without_partial() {
    let (_local, plant) = filled().await;
    for place in Source::BOTH {
        let asking = Asking { limit: Some(9), ..Asking::all(place) };
        let page = asking.page(&plant, None).await.unwrap();
        let partial = asking.page(&plant, None).partial().await.unwrap();
        assert!(partial.failed.is_empty());
        assert_eq!((partial.items, partial.cursor, partial.stats), (page.items, page.cursor, page.stats));
    }
}

#[tokio::test(start_paused = true)]
async fn partial_page_fails_if_no_lane_responds() {
    let (local, plant) = filled().await;
    for place in Source::BOTH {
        let asking = Asking::all(place);
        local.set_faults(Faults::seeded(0).rule(Rule::on(["Query"]).unwrap().fail(BROKEN)));
        let error = asking.page(&plant, None).partial().await.unwrap_err();
        assert_eq!((error.kind(), error.entity(), error.table()), (ErrorKind::Service, Some("Event"), Some("plant")));
        assert!(error.key().is_some(), "{error}");

        // Also if the one remaining lane fails again. Its cursor stays valid.
        local.set_faults(failing(&[lane(place)], BROKEN));
        let cursor = asking.page(&plant, None).partial().await.unwrap().cursor;
        for _ in 0..3 {
            let error = asking.page(&plant, cursor.clone()).partial().await.unwrap_err();
            assert_eq!((error.kind(), error.key()), (ErrorKind::Service, Some(lane(place))));
        }
        local.clear_faults();
        let rest = asking.page(&plant, cursor).partial().await.unwrap();
        assert!(!rest.items.is_empty() && rest.failed.is_empty() && rest.cursor.is_none());
    }
}

#[tokio::test(start_paused = true)]
async fn partial_walk_is_complete_with_alternating_lane_failures() {
    let (local, plant) = filled().await;
    for place in Source::BOTH {
        let asking = Asking { limit: Some(7), ..Asking::all(place) };
        let whole = asking.walk(&plant).await;
        let prefix = if place == Source::Table { "EVENT#" } else { "LINE#a#" };
        let (mut items, mut failed, mut cursor) = (Vec::new(), 0, None);
        for page in 0.. {
            assert!(page < 100, "the cursor does not move");
            // One of three shards fails, another one each time.
            let shards: Vec<String> = (22..27).map(|day| format!("{prefix}2026-06-{day}#{}", page % 3)).collect();
            local.set_faults(failing(&shards.iter().map(String::as_str).collect::<Vec<_>>(), BROKEN));
            let page = match asking.page(&plant, cursor.clone()).partial().await {
                Ok(page) => page,
                Err(_) => continue,
            };
            failed += page.failed.len();
            items.extend(page.items);
            match page.cursor {
                Some(next) => cursor = Some(through_text(&next)),
                None => break,
            }
        }
        local.clear_faults();
        assert!(failed > 5, "{failed}");
        let sorted = |mut events: Vec<Event>| {
            events.sort_by(|a, b| a.id.cmp(&b.id));
            events
        };
        assert_eq!(sorted(items), sorted(whole));
    }
}

#[tokio::test(start_paused = true)]
async fn keys_and_located_items_can_be_partial_too() {
    let (local, plant) = filled().await;
    let query = || Event::query().between(hours(-24)..hours(120));
    let whole = query().located().send(&plant).await.unwrap().items;
    local.set_faults(failing(&[lane(Source::Table)], BROKEN));
    let located = query().located().send(&plant).partial().await.unwrap();
    let keys = query().keys().send(&plant).partial().await.unwrap();
    assert_eq!((located.failed.len(), keys.failed.len()), (1, 1));
    assert!(located.items.len() < whole.len() && located.items.len() == keys.items.len());
    local.clear_faults();
    let rest = query().cursor(located.cursor).located().send(&plant).await.unwrap();
    assert_eq!(rest.items.len() + located.items.len(), whole.len());
    let rest = query().cursor(keys.cursor).keys().send(&plant).await.unwrap();
    assert_eq!(rest.items.len() + keys.items.len(), whole.len());
}
