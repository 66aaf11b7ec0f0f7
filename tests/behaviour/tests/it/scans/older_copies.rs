//! Updates and deletes treat an item under an older key and under the current one as one item.

use std::{sync::Mutex, time::Duration};

use keywright::{Entity, Handle};
use keywright_local::Local;

use super::design::{Platform, Visit, at, filled, inline, put_raw, requests, s};

fn visit(id: u32, page: &str) -> Visit {
    Visit { user: format!("u{id}"), at: at(id), region: "eu".into(), page: page.into() }
}

async fn put_older(platform: &Handle<Platform>, visit: &Visit) {
    let mut item = visit.to_item().unwrap();
    item.insert("PK".into(), s(format!("VISITS#{}", visit.user)));
    put_raw(platform, item).await;
}

/// Creates ten visits: three under both keys with different copies, three under the older key, and four under the
/// current one.
async fn visited(local: &Local) -> Handle<Platform> {
    let platform = filled(local, 4).await;
    for id in 0..10 {
        if id < 6 {
            put_older(&platform, &visit(id, "/old")).await;
        }
        if !(3..6).contains(&id) {
            platform.put(&visit(id, "/new")).await.unwrap();
        }
    }
    local.clear_operations();
    platform
}

async fn left(platform: &Handle<Platform>) -> u64 {
    platform.scan::<Visit>().count().await.unwrap().items
}

#[tokio::test]
async fn delete_each_sees_the_newest_copy_and_deletes_all_copies() {
    let local = inline();
    let platform = visited(&local).await;
    let mut shown = Vec::new();
    let run = platform.delete_each(|visit: &Visit| {
        shown.push((visit.user.clone(), visit.page.clone()));
        true
    });
    let report = run.await.unwrap();
    shown.sort_unstable();
    let expected: Vec<_> =
        (0..10).map(|id| (format!("u{id}"), if (3..6).contains(&id) { "/old" } else { "/new" }.to_owned())).collect();
    assert_eq!(shown, expected, "each item once, and as reads show it");
    assert_eq!((report.written, report.failures, report.changed_meanwhile), (10, 0, 0), "{report:?}");
    assert_eq!(report.matched, report.written + report.superseded + report.deleted_meanwhile, "{report:?}");
    assert_eq!((left(&platform).await, requests(&local, "DeleteItem")), (0, 13));
    for id in 0..10 {
        assert_eq!(platform.get(Visit::key(format!("u{id}"), at(id))).await.unwrap(), None, "{id}");
    }
}

#[tokio::test]
async fn items_not_selected_keep_all_their_copies() {
    let local = inline();
    let platform = visited(&local).await;
    // The older copies say "/old", but do not count.
    let report = platform.delete_each(|visit: &Visit| visit.page == "/old").await.unwrap();
    assert_eq!((report.matched, report.written, report.skipped, report.superseded), (13, 3, 7, 3), "{report:?}");
    for id in 0..10 {
        let found = platform.get(Visit::key(format!("u{id}"), at(id))).await.unwrap();
        assert_eq!(found, (!(3..6).contains(&id)).then(|| visit(id, "/new")), "{id}");
    }
}

#[tokio::test]
async fn dry_run_reports_the_cost_of_the_run() {
    let local = inline();
    let platform = visited(&local).await;
    let dry = platform.delete_each(|_: &Visit| true).dry_run().await.unwrap();
    assert_eq!((dry.written, dry.superseded, requests(&local, "DeleteItem")), (10, 3, 0));
    let report = platform.delete_each(|_: &Visit| true).await.unwrap();
    assert_eq!((report.written, report.wcu), (dry.written, dry.wcu));
}

#[tokio::test]
async fn other_items_under_the_same_older_key_are_kept() {
    let local = inline();
    let platform = filled(&local, 2).await;
    // The older key has no time, so the item under it is one of another instant.
    let today = Visit { at: at(7), ..visit(1, "/new") };
    platform.put(&today).await.unwrap();
    let mut other = Visit { at: at(9), ..visit(1, "/old") }.to_item().unwrap();
    other.insert("PK".into(), s("VISITS#u1"));
    put_raw(&platform, other).await;
    let report = platform.delete_each(|visit: &Visit| visit.page == "/new").await.unwrap();
    assert_eq!((report.matched, report.written, report.skipped, report.superseded), (2, 1, 1, 0), "{report:?}");
    assert_eq!(left(&platform).await, 1);
}

#[tokio::test]
async fn update_each_changes_the_newest_copy() {
    let local = inline();
    let platform = visited(&local).await;
    let seen = Mutex::new(0);
    let report = platform
        .update_each(|visit: Visit| {
            *seen.lock().unwrap() += 1;
            Some(Visit { region: "us".into(), ..visit })
        })
        .await
        .unwrap();
    assert_eq!((report.matched, report.written, report.superseded), (13, 10, 3), "{report:?}");
    assert_eq!(seen.into_inner().unwrap(), 10);
    for id in 0..10 {
        let found = platform.get(Visit::key(format!("u{id}"), at(id))).await.unwrap().unwrap();
        let page = if (3..6).contains(&id) { "/old" } else { "/new" };
        assert_eq!((found.region.as_str(), found.page.as_str()), ("us", page), "{id}");
    }
}

#[tokio::test(start_paused = true)]
async fn item_moved_during_the_run_is_deleted_under_its_new_key() {
    let local = inline();
    let platform = filled(&local, 2).await;
    for id in 0..30 {
        put_older(&platform, &visit(id, "/old")).await;
    }
    let mover = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        for id in 0..30 {
            // Only those that still exist.
            if platform.get(Visit::key(format!("u{id}"), at(id))).await.unwrap().is_some() {
                platform.replace(&visit(id, "/moved")).await.unwrap();
            }
        }
    };
    let run = platform.delete_each(|_: &Visit| true).write_units_per_second(10);
    let (report, ()) = tokio::join!(run.into_future(), mover);
    let report = report.unwrap();
    assert_eq!((report.written, report.failures, left(&platform).await), (30, 0, 0), "{report:?}");
    assert!(report.changed_meanwhile > 0, "{report:?}");
}

#[tokio::test]
async fn undecodable_newest_copy_is_reported_and_no_copy_is_deleted() {
    let local = inline();
    let platform = filled(&local, 2).await;
    put_older(&platform, &visit(1, "/old")).await;
    let mut broken = visit(1, "/new").to_item().unwrap();
    broken.remove("page");
    put_raw(&platform, broken).await;
    let report = platform.delete_each(|_: &Visit| true).await.unwrap();
    assert_eq!((report.matched, report.written, report.superseded, report.failures), (2, 0, 1, 1), "{report:?}");
    assert_eq!(left(&platform).await, 2);
}
