//! A range that is computed anew for each page: the first page's holds.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use keywright::Handle;

use super::{asking::*, plant::*};

fn week_before(now: DateTime<Utc>) -> Range<DateTime<Utc>> {
    now - TimeDelta::days(7)..now
}

/// An event every four hours of nine days before now, and of one after.
async fn around(now: DateTime<Utc>) -> Handle<Plant> {
    let (_, plant) = plant_on(inline().permute_ties(3)).await;
    let events: Vec<Event> =
        (-54..6).map(|step| event(now + TimeDelta::hours(4 * step), format!("e{:02}", step + 54))).collect();
    assert!(plant.batch_put(&events).await.unwrap().is_complete());
    plant
}

#[tokio::test(start_paused = true)]
async fn the_last_seven_days_do_not_move_between_pages() {
    let now = noon();
    let plant = around(now).await;
    for place in Place::BOTH {
        for newest_first in [false, true] {
            let mut asking = Asking { range: week_before(now), limit: Some(5), newest_first, ..Asking::all(place) };
            let whole = asking.walk(&plant).await;
            assert_eq!(whole.len(), 42);
            let (mut items, mut cursor) = (Vec::new(), None);
            loop {
                let page = asking.page(&plant, cursor).await.unwrap();
                items.extend(page.items);
                cursor = page.cursor.as_ref().map(through_text);
                if cursor.is_none() {
                    break;
                }
                // Nine hours later the client asks for more: the oldest would be gone, and younger ones there.
                asking.range = week_before(asking.range.end + TimeDelta::hours(9));
            }
            assert_eq!(items, whole);
        }
    }
}

#[tokio::test]
async fn until_now_is_until_the_first_page() {
    let now = Utc::now();
    let plant = around(now).await;
    for newest_first in [false, true] {
        let query = || {
            let query = Event::query().between(Utc::now() - TimeDelta::days(7)..).limit(5);
            if newest_first { query.newest_first() } else { query }
        };
        let mut page = query().send(&plant).await.unwrap();
        // Within the skew that an open end allows for, behind or ahead of the cursor.
        let late = event(Utc::now() + TimeDelta::minutes(4), format!("late-{newest_first}"));
        plant.put(&late).await.unwrap();
        let mut items = page.items;
        while let Some(cursor) = page.cursor {
            page = query().cursor(through_text(&cursor)).send(&plant).await.unwrap();
            items.append(&mut page.items);
        }
        let of_future = items.iter().filter(|event| event.at > Utc::now()).count();
        assert_eq!(of_future, 1, "the late one, and none of tomorrow");
        assert!(items.iter().any(|event| event.id == late.id) != newest_first);
    }
}
