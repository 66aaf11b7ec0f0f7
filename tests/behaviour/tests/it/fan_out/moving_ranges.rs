//! A range that is computed again for each page: `resume` keeps the range of the first page, `cursor` refuses another
//! one.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use keywright::{
    ErrorKind, Handle,
    read::{Cursor, CursorKeys},
};

use super::asking::*;
use super::plant::*;

/// Signs the cursor and opens it again, as for a client that carries it.
fn sealed(cursor: &Cursor) -> Cursor {
    let keys = CursorKeys::new("2026", [7; 32]).unwrap();
    keys.open(&keys.seal(cursor)).unwrap()
}

fn week_before(now: DateTime<Utc>) -> Range<DateTime<Utc>> {
    now - TimeDelta::days(7)..now
}

/// Writes an event every four hours, from nine days before now to one day after.
async fn around(now: DateTime<Utc>) -> Handle<Plant> {
    let (_, plant) = plant_on(inline().permute_ties(3)).await;
    let events: Vec<Event> =
        (-54..6).map(|step| event(now + TimeDelta::hours(4 * step), format!("e{:02}", step + 54))).collect();
    assert!(plant.batch_put(&events).await.unwrap().is_complete());
    plant
}

#[tokio::test(start_paused = true)]
async fn resume_keeps_the_first_pages_range() {
    let now = noon();
    let plant = around(now).await;
    for place in Source::BOTH {
        for newest_first in [false, true] {
            let mut asking = Asking { range: week_before(now), limit: Some(5), newest_first, ..Asking::all(place) };
            let whole = asking.walk(&plant).await;
            assert_eq!(whole.len(), 42);
            let (mut items, mut cursor) = (Vec::new(), None);
            loop {
                let page = asking.resumed(&plant, cursor).await.unwrap();
                items.extend(page.items);
                cursor = page.cursor.as_ref().map(sealed);
                if cursor.is_none() {
                    break;
                }
                // Nine hours later, the client reads on. By the new range, the oldest would be gone and younger ones
                // would be added.
                asking.range = week_before(asking.range.end + TimeDelta::hours(9));
            }
            assert_eq!(items, whole);
        }
    }
}

#[tokio::test]
async fn open_range_ends_at_the_time_of_the_first_page() {
    let now = Utc::now();
    let plant = around(now).await;
    for newest_first in [false, true] {
        let query = || {
            let query = Event::query().between(Utc::now() - TimeDelta::days(7)..).limit(5);
            if newest_first { query.newest_first() } else { query }
        };
        let mut page = query().send(&plant).await.unwrap();
        // Within the clock skew that an open end allows for, behind or ahead of the cursor.
        let late = event(Utc::now() + TimeDelta::minutes(4), format!("late-{newest_first}"));
        plant.put(&late).await.unwrap();
        let mut items = page.items;
        while let Some(cursor) = page.cursor {
            page = query().resume(sealed(&cursor)).send(&plant).await.unwrap();
            items.append(&mut page.items);
        }
        let of_future = items.iter().filter(|event| event.at > Utc::now()).count();
        assert_eq!(of_future, 1, "the late one, and none of tomorrow");
        assert!(items.iter().any(|event| event.id == late.id) != newest_first);
    }
}

#[tokio::test(start_paused = true)]
async fn a_cursor_of_another_range_is_foreign() {
    let now = noon();
    let plant = around(now).await;
    for place in Source::BOTH {
        for newest_first in [false, true] {
            let first = Asking { range: week_before(now), limit: Some(5), newest_first, ..Asking::all(place) };
            let cursor = first.page(&plant, None).await.unwrap().cursor.unwrap();
            let (earlier, later) = (now - TimeDelta::days(7), now);
            let hour = TimeDelta::hours(1);
            for range in [earlier..later + hour, earlier..later - hour, earlier - hour..later, earlier + hour..later] {
                let other = Asking { range, ..first.clone() };
                for cursor in [cursor.clone(), through_text(&cursor), sealed(&cursor)] {
                    let error = other.page(&plant, Some(cursor)).await.unwrap_err();
                    assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
                    assert!(error.to_string().contains("`.resume(cursor)`"), "{error}");
                }
            }
            assert_eq!(first.page(&plant, Some(through_text(&cursor))).await.unwrap().items.len(), 5);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn unsigned_cursor_reads_no_more_than_the_query() {
    let now = noon();
    let plant = around(now).await;
    for place in Source::BOTH {
        for newest_first in [false, true] {
            let wide = Asking { range: now - TimeDelta::days(30)..now + TimeDelta::days(30), ..Asking::all(place) };
            let wide = Asking { limit: Some(2), newest_first, ..wide };
            let narrow = Asking { range: now - TimeDelta::days(3)..now - TimeDelta::days(2), ..wide.clone() };
            // A cursor of the wide query, passed to the narrow one.
            let cursor = wide.page(&plant, None).await.unwrap().cursor.unwrap();
            let error = narrow.resumed(&plant, Some(through_text(&cursor))).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
            assert!(error.to_string().contains("`CursorKeys`"), "{error}");
            // A signed cursor determines the range.
            let page = narrow.resumed(&plant, Some(sealed(&cursor))).await.unwrap();
            assert_eq!(page.items.len(), 2);
            assert!(page.items.iter().all(|event| !narrow.range.contains(&event.at)));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn unsigned_cursor_in_a_moving_range_is_complete_or_foreign() {
    let now = noon();
    let plant = around(now).await;
    let (mut whole_walks, mut refused) = (0, 0);
    for place in Source::BOTH {
        for newest_first in [false, true] {
            for step in [0, 1, 60, 12 * 60] {
                let mut asking = Asking { range: week_before(now), limit: Some(5), newest_first, ..Asking::all(place) };
                let whole = asking.walk(&plant).await;
                let (mut items, mut cursor) = (Vec::new(), None);
                loop {
                    match asking.resumed(&plant, cursor).await {
                        Err(error) => {
                            assert_eq!(error.kind(), ErrorKind::CursorForeign, "{error}");
                            refused += 1;
                            break;
                        }
                        Ok(page) => {
                            items.extend(page.items);
                            cursor = page.cursor.as_ref().map(through_text);
                        }
                    }
                    if cursor.is_none() {
                        assert_eq!(items, whole);
                        whole_walks += 1;
                        break;
                    }
                    asking.range = week_before(asking.range.end + TimeDelta::minutes(step));
                }
            }
        }
    }
    // Oldest first, a slow window never catches up with the walk. Newest first, each minute is left out.
    assert_eq!((whole_walks, refused), (10, 6));
}

#[tokio::test(start_paused = true)]
async fn unsigned_cursor_resumes_without_a_range() {
    let now = noon();
    let plant = around(now).await;
    for newest_first in [false, true] {
        let first = Asking { range: week_before(now), limit: Some(5), newest_first, ..Asking::all(Source::Table) };
        let whole = first.walk(&plant).await;
        let mut page = first.page(&plant, None).await.unwrap();
        let mut items = page.items;
        while let Some(cursor) = page.cursor {
            let query = Event::query().limit(5).resume(through_text(&cursor));
            page = if newest_first { query.newest_first() } else { query }.send(&plant).await.unwrap();
            items.append(&mut page.items);
        }
        assert_eq!(items, whole);
    }
}
