//! Partition keys with time buckets.

use chrono::Duration;
use keywright::ErrorKind;

use super::design::{Alarm, DeviceItem, FeedItem, Note, Post, Reading, noon, shop};

fn post(days: i64) -> Post {
    Post { feed: "f".into(), at: noon() + Duration::days(days), id: 1 }
}

#[tokio::test]
async fn buckets_are_read_in_order_up_to_the_limit() {
    let (_local, shop) = shop().await;
    for day in 0..20 {
        shop.put(&post(day)).await.unwrap();
        shop.put(&Note { of: "f".into(), when: noon() + Duration::days(day), text: "n".into() }).await.unwrap();
    }
    let all = FeedItem::of_feed("f").during(noon()..=noon() + Duration::days(19));
    let page = all.clone().newest_first().limit(2).send(&shop).await.unwrap();
    assert_eq!(page.items[0], FeedItem::Post(post(19)));
    assert!(matches!(&page.items[1], FeedItem::Note(note) if note.when == post(19).at));
    assert_eq!((page.stats.buckets, page.stats.requests), (1, 1));
    assert_eq!(all.explain().unwrap().groups().len(), 20);
    assert_eq!(all.send(&shop).await.unwrap().items.len(), 40);
}

#[tokio::test]
async fn range_is_half_open_on_each_entitys_own_time_field() {
    let (_local, shop) = shop().await;
    for hour in 0..48 {
        let at = noon() + Duration::hours(hour) + Duration::milliseconds(1);
        shop.put(&Reading { device: 1, at, id: 0 }).await.unwrap();
        shop.put(&Alarm { device: 1, raised: at }).await.unwrap();
        shop.put(&Post { feed: "f".into(), at, id: 0 }).await.unwrap();
        shop.put(&Note { of: "f".into(), when: at, text: "n".into() }).await.unwrap();
    }
    let first = noon() + Duration::hours(3) + Duration::milliseconds(1);
    let range = first..first + Duration::hours(30);
    let page = DeviceItem::of_device(1u32).during(range.clone()).send(&shop).await.unwrap();
    let time = |item: &DeviceItem| match item {
        DeviceItem::Reading(reading) => reading.at,
        DeviceItem::Alarm(alarm) => alarm.raised,
    };
    let times: Vec<_> = page.items.iter().map(time).collect();
    let expected: Vec<_> = (0..30).map(|hour| first + Duration::hours(hour)).collect();
    assert_eq!(times[..30], expected);
    assert_eq!(times[30..], expected);
    let page = FeedItem::of_feed("f").during(range).send(&shop).await.unwrap();
    assert_eq!(page.items.len(), 60);
    let inclusive = FeedItem::of_feed("f").during(first..=first).send(&shop).await.unwrap();
    assert_eq!(inclusive.items.len(), 2);
    let empty = FeedItem::of_feed("f").during(first..first).send(&shop).await.unwrap();
    assert_eq!((empty.items.len(), empty.stats.requests), (0, 0));
}

#[tokio::test]
async fn open_range_reaches_back_by_the_longest_retention() {
    let plan = FeedItem::of_feed("f").explain().unwrap();
    let days = plan.groups().len();
    assert!((31..=32).contains(&days), "{days}");
    let error = DeviceItem::of_device(1u32).explain().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnboundedRange);
    assert!(error.to_string().contains("`.during(from..)`"), "{error}");
    // Entities with consecutive buckets use the same method.
    assert!(
        FeedItem::of_feed("f").during(noon()..).max_lanes(1).explain().unwrap_err().kind() == ErrorKind::TooManyLanes
    );
}

#[tokio::test]
async fn sort_key_prefix_applies_to_every_bucket() {
    let (_local, shop) = shop().await;
    for day in 0..3 {
        let at = noon() + Duration::days(day);
        shop.put(&Reading { device: 1, at, id: 0 }).await.unwrap();
        shop.put(&Alarm { device: 1, raised: at }).await.unwrap();
    }
    let week = noon()..noon() + Duration::days(7);
    let page = DeviceItem::of_device(1u32).during(week).sort_begins_with("ALARM#").send(&shop).await.unwrap();
    assert_eq!((page.items.len(), page.stats.items_read), (3, 3));
    assert!(page.items.iter().all(|item| matches!(item, DeviceItem::Alarm(_))));
}
