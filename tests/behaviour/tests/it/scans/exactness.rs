//! A scan returns every item of its entity once, and no others.

use std::collections::BTreeSet;

use futures_util::TryStreamExt as _;
use keywright::{Item, client::Checkpoint};
use keywright_local::Local;

use super::design::{Log, Note, Order, Platform, filled, ids, log, order, requests, stored};

#[tokio::test]
async fn scan_is_exact_for_every_segment_count_and_page_size() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    for segments in [1, 2, 3, 8, 100] {
        for most in [None, Some(1), Some(7), Some(1_000)] {
            let mut scan = platform.scan::<Order>().segments(segments);
            if let Some(most) = most {
                scan = scan.items_per_request(most);
            }
            let mut stream = scan.stream();
            let mut orders = Vec::new();
            while let Some(order) = stream.try_next().await.unwrap() {
                assert_eq!(order, self::order(order.id));
                orders.push(order);
            }
            assert_eq!(ids(&orders), (0..60).collect::<Vec<_>>(), "{segments} segments, {most:?} a request");
            let stats = stream.stats();
            assert_eq!((stats.segments, stats.items_read, stats.items_returned), (segments, 120, 60));
            assert!(stats.requests >= segments && stats.rcu > 0.0, "{stats:?}");
            assert!(stream.checkpoint().unwrap().is_complete());
        }
    }
}

#[tokio::test]
async fn pages_return_every_item_once() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    for (segments, limit) in [(1, 1), (1, 7), (3, 1), (3, 25), (8, 9), (8, 60), (5, 1_000)] {
        let (mut checkpoint, mut orders) = (None::<Checkpoint>, Vec::new());
        loop {
            let scan = platform.scan::<Order>().segments(segments).limit(limit).resume(checkpoint);
            let page = scan.await.unwrap();
            assert!(page.items.len() <= limit);
            assert_eq!(page.stats.items_returned, page.items.len());
            orders.extend(page.items);
            match page.checkpoint {
                Some(next) => checkpoint = Some(next.to_string().parse().unwrap()),
                None => break,
            }
        }
        assert_eq!(ids(&orders), (0..60).collect::<Vec<_>>(), "{segments} segments, {limit} a page");
    }
}

#[tokio::test]
async fn a_scan_without_a_limit_returns_all_items() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    let paged = platform.scan::<Order>().segments(4).items_per_request(10).await.unwrap();
    assert_eq!((paged.items.len(), paged.checkpoint), (60, None));
    assert!(paged.stats.requests > 4 && paged.stats.requests == requests(&local, "Scan"), "{:?}", paged.stats);
    let all = platform.scan::<Order>().segments(100).await.unwrap();
    assert_eq!((all.items.len(), all.stats.requests, all.checkpoint), (60, 100, None));
    let whole = platform.scan::<Order>().await.unwrap();
    assert_eq!((whole.items.len(), whole.checkpoint), (60, None));
}

#[tokio::test]
async fn small_limit_reads_few_items() {
    let local = Local::start();
    let platform = filled(&local, 200).await;
    let page = platform.scan::<Note>().limit(5).await.unwrap();
    assert_eq!(page.items.len(), 5);
    assert!(page.stats.items_read <= 160, "{:?}", page.stats);
}

#[tokio::test]
async fn located_keys_and_counts_agree() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    let located: Vec<_> = platform.scan::<Log>().segments(3).located().stream().try_collect().await.unwrap();
    let keys: Vec<_> = platform.scan::<Log>().segments(2).keys().stream().try_collect().await.unwrap();
    let text = |key: &keywright::Key<Log>| format!("{key:?}");
    let one: BTreeSet<_> = located.iter().map(|found| text(&found.key)).collect();
    let other: BTreeSet<_> = keys.iter().map(text).collect();
    assert_eq!((one.len(), &one), (30, &other));
    for found in located {
        assert_eq!(found.item, log(found.item.id));
        assert_eq!(platform.get(found.key).await.unwrap(), Some(found.item));
    }
    let count = platform.scan::<Log>().segments(4).count().await.unwrap();
    assert_eq!((count.items, count.stats.items_read), (30, 120));
}

#[tokio::test]
async fn other_entities_are_filtered_and_keys_projected_by_the_server() {
    let local = Local::start();
    let platform = filled(&local, 20).await;
    let params = platform.scan::<Order>().segments(2).params().unwrap();
    assert_eq!(params.len(), 2);
    assert_eq!(params[1].segment(), Some(1));
    assert_eq!(params[0].filter_expression(), Some("(#d = :d OR attribute_not_exists(#d))"));
    assert_eq!(params[0].projection_expression(), None);
    let keys = platform.scan::<Order>().keys().into_sdk().unwrap();
    let answer = keys.into_iter().next().unwrap().send().await.unwrap();
    assert_eq!(answer.count(), 20);
    assert!(answer.items().iter().all(|item| item.len() == 3 && item.contains_key("_et")), "{answer:?}");
    assert_eq!(platform.scan_items().params().unwrap()[0].filter_expression(), None);
}

#[tokio::test]
async fn scan_items_returns_stored_items_of_every_entity() {
    let local = Local::start();
    let platform = filled(&local, 30).await;
    let stranger = Item::from([("PK".to_owned(), super::design::s("x")), ("SK".to_owned(), super::design::s("y"))]);
    super::design::put_raw(&platform, stranger.clone()).await;
    let items: Vec<Item> = platform.scan_items().segments(3).stream().try_collect().await.unwrap();
    let all = stored(&platform).await;
    assert_eq!(items.len(), 61);
    assert!(all.iter().all(|item| items.contains(item)));
    assert_eq!(platform.scan_items().count().await.unwrap().items, 61);
    let notes = platform.scan::<Note>().await.unwrap().items;
    assert_eq!(notes.len(), 15, "an item of an unknown entity is not theirs");
}

#[tokio::test]
async fn items_without_discriminator_are_recognized_by_key() {
    let local = Local::start();
    let platform = filled(&local, 30).await;
    for mut item in stored(&platform).await {
        item.remove("_et");
        super::design::put_raw(&platform, item).await;
    }
    let orders: Vec<Order> = platform.scan().segments(2).stream().try_collect().await.unwrap();
    assert_eq!(ids(&orders), (0..30).collect::<Vec<_>>());
    assert_eq!(platform.scan::<Note>().count().await.unwrap().items, 15);
}

mod bare {
    use keywright::{Entity, Table};
    use serde::{Deserialize, Serialize};

    #[derive(Table)]
    #[table(discriminator = none, sk = none)]
    #[entities(User, Team)]
    pub struct Bare;

    #[derive(Debug, Entity, Serialize, Deserialize)]
    #[entity(table = Bare)]
    #[pk(template = "USER#<id>")]
    pub struct User {
        pub id: u32,
    }

    #[derive(Debug, Entity, Serialize, Deserialize)]
    #[entity(table = Bare)]
    #[pk(template = "TEAM#<id>")]
    pub struct Team {
        pub id: u32,
    }
}

#[tokio::test]
async fn tables_without_discriminator_and_sort_key_can_be_scanned() {
    let local = Local::start();
    let table = local.open::<bare::Bare>("bare").await.unwrap();
    for id in 0..20 {
        table.put(&bare::User { id }).await.unwrap();
        table.put(&bare::Team { id }).await.unwrap();
    }
    for limit in [1, 3, 100] {
        let (mut checkpoint, mut found) = (None, Vec::new());
        loop {
            let page = table.scan::<bare::Team>().segments(3).limit(limit).resume(checkpoint).await.unwrap();
            found.extend(page.items.into_iter().map(|team| team.id));
            checkpoint = page.checkpoint;
            if checkpoint.is_none() {
                break;
            }
        }
        found.sort_unstable();
        assert_eq!(found, (0..20).collect::<Vec<_>>());
    }
    let report = table.delete_each(|team: &bare::Team| team.id < 5).await.unwrap();
    assert_eq!((report.written, report.skipped), (5, 15));
    assert_eq!(table.scan::<bare::User>().count().await.unwrap().items, 20);
}

#[tokio::test]
async fn an_empty_table_has_no_items() {
    let local = Local::start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    let page = platform.scan::<Order>().segments(4).await.unwrap();
    assert_eq!((page.items.len(), page.checkpoint), (0, None));
    assert_eq!(platform.scan_items().count().await.unwrap().items, 0);
}
