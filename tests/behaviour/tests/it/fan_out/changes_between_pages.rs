//! Writes and deletes between two pages.

use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::TimeDelta;
use keywright::{Handle, Item};

use super::asking::*;
use super::plant::*;
use crate::support::random::Random;

/// Returns the stored events, by id.
async fn stored(plant: &Handle<Plant>) -> HashMap<String, Item> {
    let pages = plant.client().scan().table_name("plant").into_paginator().items().send();
    let items: Vec<Item> = pages.collect::<Result<_, _>>().await.unwrap();
    items.into_iter().map(|item| (item["id"].as_s().unwrap().clone(), item)).collect()
}

async fn delete(plant: &Handle<Plant>, item: &Item) {
    let delete = plant.client().delete_item().table_name("plant");
    let delete = delete.key("PK", item["PK"].clone()).key("SK", item["SK"].clone());
    let old = delete.return_values(aws_sdk_dynamodb::types::ReturnValue::AllOld).send().await.unwrap();
    assert!(old.attributes.is_some_and(|old| old["id"] != AttributeValue::S(String::new())));
}

/// Changes items after each page: deletes the last item, writes one behind it, and deletes one that is to come.
async fn disturbed_walk(asking: &Asking, plant: &Handle<Plant>, random: &mut Random) {
    let mut expected: BTreeSet<String> = asking.walk(plant).await.into_iter().map(|event| event.id).collect();
    let (mut returned, mut written, mut cursor) = (Vec::<Event>::new(), BTreeSet::new(), None);
    loop {
        let page = asking.page(plant, cursor).await.unwrap();
        returned.extend(page.items);
        let Some(next) = page.cursor else { break };
        cursor = Some(through_text(&next));
        let Some(last) = returned.last() else { continue };
        let all = stored(plant).await;
        if let Some(item) = all.get(&last.id) {
            delete(plant, item).await;
        }
        // Before the cursor's second, so that it is not one of the cursor's ties on an index.
        let away = TimeDelta::seconds(if asking.newest_first { 2 } else { -2 });
        let behind = event(last.at + away, format!("behind-{}", returned.len()));
        if asking.range.contains(&behind.at) && written.insert(behind.id.clone()) {
            plant.put(&behind).await.unwrap();
        }
        let seen: BTreeSet<&str> = returned.iter().map(|event| event.id.as_str()).collect();
        let ahead: Vec<String> = expected.iter().filter(|id| !seen.contains(id.as_str())).cloned().collect();
        if !ahead.is_empty() && random.below(3) == 0 {
            let id = &ahead[random.below(ahead.len() as u32) as usize];
            delete(plant, &all[id]).await;
            expected.remove(id);
        }
    }
    let is_in_order =
        |pair: &[Event]| if asking.newest_first { pair[0].at >= pair[1].at } else { pair[0].at <= pair[1].at };
    assert!(returned.windows(2).all(is_in_order));
    let mut ids: Vec<String> = returned.into_iter().map(|event| event.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, expected.into_iter().collect::<Vec<_>>(), "{asking:?}");
    assert!(!written.is_empty());
}

#[tokio::test(start_paused = true)]
async fn unchanged_items_are_returned_once_and_earlier_writes_never() {
    let mut random = Random(5);
    for (seed, place) in (0..).zip(Source::BOTH) {
        for (limit, scan_limit) in [(1, None), (4, None), (3, Some(5))] {
            let (_local, plant) = plant_on(inline().permute_ties(seed)).await;
            fill(&plant, 30, seed).await;
            let asking = Asking {
                limit: Some(limit),
                scan_limit,
                newest_first: (seed + limit as u64).is_multiple_of(2),
                ..Asking::all(place)
            };
            disturbed_walk(&asking, &plant, &mut random).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn items_written_ahead_of_the_cursor_are_returned() {
    for place in Source::BOTH {
        let (_local, plant) = plant_on(inline().permute_ties(9)).await;
        fill(&plant, 40, 9).await;
        let asking = Asking { limit: Some(10), ..Asking::all(place) };
        let first = asking.page(&plant, None).await.unwrap();
        let end = first.items.last().unwrap().at;
        let mut expected: BTreeSet<String> = asking.walk(&plant).await.into_iter().map(|event| event.id).collect();
        // Into every bucket that is to come, including the cursor's, and into the shards that the page has finished.
        for number in 0..24 {
            let late = event(end + TimeDelta::seconds(2) + TimeDelta::hours(number), format!("late-{number}"));
            expected.insert(late.id.clone());
            plant.put(&late).await.unwrap();
        }
        let (mut items, mut cursor) = (first.items, first.cursor);
        while let Some(next) = cursor {
            let page = asking.page(&plant, Some(through_text(&next))).await.unwrap();
            items.extend(page.items);
            cursor = page.cursor;
        }
        assert!(items.is_sorted_by_key(|event| event.at));
        let mut ids: Vec<String> = items.into_iter().map(|event| event.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, expected.into_iter().collect::<Vec<_>>());
    }
}

#[tokio::test(start_paused = true)]
async fn items_written_among_the_cursors_ties_are_returned_at_most_once() {
    for seed in 0..4 {
        let (_local, plant) = plant_on(inline().permute_ties(seed)).await;
        // One second, in all three shards of the index.
        for number in 0..20 {
            plant.put(&event(hours(number / 15), format!("e-{number:02}"))).await.unwrap();
        }
        let asking = Asking { limit: Some(4), newest_first: seed % 2 == 1, ..Asking::all(Source::Index) };
        let (mut ids, mut cursor) = (Vec::new(), None);
        for page in 0.. {
            let read = asking.page(&plant, cursor).await.unwrap();
            ids.extend(read.items.into_iter().map(|event| event.id));
            cursor = read.cursor.as_ref().map(through_text);
            if cursor.is_none() {
                break;
            }
            if page < 4 {
                plant.put(&event(hours(0), format!("late-{page}"))).await.unwrap();
            }
        }
        let each_once: BTreeSet<String> = ids.iter().cloned().collect();
        assert_eq!(each_once.len(), ids.len(), "{ids:?}");
        assert!((0..20).all(|number| each_once.contains(&format!("e-{number:02}"))), "{ids:?}");
    }
}
