//! Pages of every size, read by cursor, add up to the whole answer.

use std::fmt::Debug;

use chrono::Duration;
use keywright::{Collection, Handle, collection::CollectionQuery, entity::SameTable};

use super::design::{
    Alarm, CustomerItem, DeviceItem, FeedItem, HallItem, Note, Post, Reading, Return, Sale, Shop, noon, of_ann, shop,
};

/// Returns the items of all pages. Cursors are passed on as text.
async fn walk<C, D, S>(query: CollectionQuery<C, D, S>, shop: &Handle<Shop>) -> Vec<C>
where
    C: Collection<Table: SameTable<Shop>>,
{
    let (mut items, mut cursor) = (Vec::new(), None);
    for _ in 0..1_000 {
        let page = query.clone().cursor(cursor.take()).send(shop).await.unwrap();
        items.extend(page.items);
        match page.cursor {
            Some(next) => cursor = Some(next.to_string().parse().unwrap()),
            None => return items,
        }
    }
    panic!("the pages have no end");
}

/// Walks with all page sizes, in both directions, and compares with an answer in ascending order.
async fn every_size<C, D, S>(query: CollectionQuery<C, D, S>, shop: &Handle<Shop>, expected: &[C])
where
    C: Collection<Table: SameTable<Shop>> + Clone + PartialEq + Debug,
{
    assert!(!expected.is_empty());
    let reversed: Vec<_> = expected.iter().rev().cloned().collect();
    for size in 1..=expected.len() + 1 {
        assert_eq!(walk(query.clone().limit(size), shop).await, expected, "pages of {size}");
        assert_eq!(walk(query.clone().newest_first().limit(size), shop).await, reversed, "pages of {size}");
        let read =
            size.max(query.explain().unwrap().groups().map(|group| group.lanes().len()).max().unwrap_or_default());
        assert_eq!(walk(query.clone().scan_limit(read), shop).await, expected, "reads of {read}");
    }
}

#[tokio::test]
async fn pages_of_one_partition_are_complete() {
    let (_local, shop) = shop().await;
    let expected = of_ann(&shop).await;
    every_size(CustomerItem::of_customer("ann"), &shop, &expected).await;
    every_size(CustomerItem::of_customer("ann").sort_begins_with("ORDER#"), &shop, &expected[1..13]).await;
}

#[tokio::test]
async fn pages_of_shards_are_complete() {
    let (_local, shop) = shop().await;
    for id in 0..6 {
        shop.put(&Sale { hall: 7, id }).await.unwrap();
        shop.put(&Return { of: 7, id }).await.unwrap();
        shop.put(&Sale { hall: 77, id }).await.unwrap();
    }
    let returns = (0..6).map(|id| HallItem::Return(Return { of: 7, id }));
    let expected: Vec<_> = returns.chain((0..6).map(|id| HallItem::Sale(Sale { hall: 7, id }))).collect();
    every_size(HallItem::of_hall(7u8), &shop, &expected).await;
}

#[tokio::test]
async fn pages_of_consecutive_buckets_are_complete() {
    let (_local, shop) = shop().await;
    let mut all = Vec::new();
    for hour in 0..10 {
        let at = noon() + Duration::hours(hour * 13);
        let post = Post { feed: "f".into(), at, id: 3 };
        shop.put(&post).await.unwrap();
        let note = Note { of: "f".into(), when: at + Duration::seconds(hour % 3), text: format!("n{hour}") };
        shop.put(&note).await.unwrap();
        // At equal times, a note comes before a post.
        all.push(((note.when, 0), FeedItem::Note(note)));
        all.push(((post.at, 1), FeedItem::Post(post)));
    }
    all.sort_by_key(|(place, _)| *place);
    let expected: Vec<_> = all.into_iter().map(|(_, item)| item).collect();
    let week = noon()..noon() + Duration::days(7);
    every_size(FeedItem::of_feed("f").during(week), &shop, &expected).await;
}

#[tokio::test]
async fn pages_of_merged_buckets_are_complete() {
    let (_local, shop) = shop().await;
    let (mut readings, mut alarms) = (Vec::new(), Vec::new());
    for hour in 0..7 {
        let at = noon() + Duration::hours(hour * 17) + Duration::milliseconds(500);
        let reading = Reading { device: 5, at, id: 1 };
        let alarm = Alarm { device: 5, raised: at };
        shop.put(&reading).await.unwrap();
        shop.put(&alarm).await.unwrap();
        readings.push(DeviceItem::Reading(reading));
        alarms.push(DeviceItem::Alarm(alarm));
    }
    let expected: Vec<_> = alarms.into_iter().chain(readings).collect();
    let week = noon()..noon() + Duration::days(7);
    every_size(DeviceItem::of_device(5u32).during(week), &shop, &expected).await;
}
