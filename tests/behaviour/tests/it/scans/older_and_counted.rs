//! Items under older keys, and counters.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use keywright::{Entity, Handle};

use super::design::{Platform, Visit, Votes, at, filled, inline, put_raw, s};

fn visit(id: u32) -> Visit {
    Visit { user: format!("u{}", id % 3), at: at(id), region: "eu".into(), page: "/".into() }
}

/// Creates ten visits. The first four are under the older key.
async fn visited(platform: &Handle<Platform>) {
    for id in 0..10 {
        let mut item = visit(id).to_item().unwrap();
        if id < 4 {
            item.insert("PK".into(), s(format!("VISITS#{}", visit(id).user)));
            item.remove("_et");
        }
        put_raw(platform, item).await;
    }
}

#[tokio::test]
async fn scan_returns_working_keys_for_items_under_older_keys() {
    let local = inline();
    let platform = filled(&local, 4).await;
    visited(&platform).await;
    let found: Vec<_> = platform.scan::<Visit>().segments(3).located().stream().try_collect().await.unwrap();
    assert_eq!(found.len(), 10);
    for found in found {
        assert_eq!(platform.get(found.key).await.unwrap(), Some(found.item));
    }
    let keys: Vec<_> = platform.scan::<Visit>().keys().stream().try_collect().await.unwrap();
    assert_eq!(keys.len(), 10);
    for key in keys {
        assert!(platform.get(key).await.unwrap().is_some());
    }
    assert_eq!(platform.scan::<Visit>().count().await.unwrap().items, 10);
}

#[tokio::test]
async fn update_each_and_delete_each_work_on_older_keys_in_place() {
    let local = inline();
    let platform = filled(&local, 4).await;
    visited(&platform).await;
    let report = platform.update_each(|visit: Visit| Some(Visit { page: "/new".into(), ..visit })).await.unwrap();
    assert_eq!((report.matched, report.written, report.failures), (10, 10, 0));
    let at_older = platform.scan_items().await.unwrap().items;
    let at_older: Vec<_> =
        at_older.into_iter().filter(|item| item["PK"].as_s().unwrap().starts_with("VISITS#")).collect();
    assert_eq!(at_older.len(), 4);
    assert!(at_older.iter().all(|item| item["page"] == s("/new") && item["_et"] == s("Visit")));
    let found = Visit::by_region("eu").limit(100).send(&platform).await.unwrap().items;
    assert!(found.len() == 10 && found.iter().all(|visit| visit.page == "/new"));

    let report = platform.delete_each(|visit: &Visit| visit.user == "u0").await.unwrap();
    assert_eq!((report.written, report.skipped), (4, 6));
    assert_eq!(platform.scan::<Visit>().count().await.unwrap().items, 6);
}

#[tokio::test(start_paused = true)]
async fn counter_shards_are_scanned_and_no_increment_is_lost() {
    let local = inline();
    let platform = filled(&local, 2).await;
    for _ in 0..20 {
        platform.increment(Votes::votes("poll"), 1).await.unwrap();
    }
    let shards: Vec<Votes> = platform.scan().stream().try_collect().await.unwrap();
    assert_eq!((shards.len(), shards.iter().map(|shard| shard.votes).sum::<u64>()), (5, 20));

    let voters = async {
        for _ in 0..30 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            platform.increment(Votes::votes("poll"), 1).await.unwrap();
        }
    };
    let label = |votes: Votes| votes.label.is_none().then(|| Votes { label: Some("best".into()), ..votes });
    let (report, ()) = tokio::join!(platform.update_each(label).write_units_per_second(2).into_future(), voters);
    let report = report.unwrap();
    assert_eq!((report.written, report.failures), (5, 0), "{report:?}");
    assert!(report.changed_meanwhile > 0, "{report:?}");
    assert_eq!(platform.total(Votes::votes("poll")).await.unwrap().value, 50);
    let labelled: Vec<Votes> = platform.scan().stream().try_collect().await.unwrap();
    assert!(labelled.iter().all(|shard| shard.label.as_deref() == Some("best")));

    let report = platform.delete_each(|_: &Votes| true).await.unwrap();
    assert_eq!(report.written, 5);
    assert_eq!(platform.total(Votes::votes("poll")).await.unwrap().value, 0);
}
