//! Scans and sweeps of a table that holds sentinels.

use keywright::{Entity, ErrorKind};

use super::design::*;

#[tokio::test]
async fn a_scan_reads_past_sentinels_and_a_scan_of_items_shows_them() {
    let (_local, platform) = platform().await;
    for id in 0..5 {
        platform.put(&named(id, "acme", &format!("u{id}"))).await.unwrap();
    }
    assert_eq!(platform.scan::<User>().count().await.unwrap().items, 5);
    let users = platform.scan::<User>().await.unwrap();
    assert_eq!(users.items.len(), 5);
    assert_eq!(platform.scan_items().await.unwrap().items.len(), 15);
    assert_eq!(User::by_tenant("acme").send(&platform).await.unwrap().items.len(), 5);
}

#[tokio::test]
async fn an_update_of_other_fields_leaves_the_sentinels() {
    let (_local, platform) = platform().await;
    for id in 0..5 {
        platform.put(&named(id, "acme", &format!("u{id}"))).await.unwrap();
    }
    let report = platform.update_each(|user: User| Some(User { visits: user.visits + 1, ..user })).await.unwrap();
    assert_eq!((report.matched, report.written, report.failures), (5, 5, 0));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn an_update_of_a_unique_value_is_reported() {
    let (_local, platform) = platform().await;
    platform.put(&named(1, "acme", "ann")).await.unwrap();
    type Change = fn(User) -> Option<User>;
    let changes: [(Change, &str); 3] = [
        (|user| Some(User { email: "new@x".into(), ..user }), "`email`"),
        (|user| Some(User { nickname: None, ..user }), "`nickname`"),
        (|user| Some(User { tenant: "other".into(), ..user }), "`nickname`"),
    ];
    for (change, field) in changes {
        let report = platform.update_each(change).await.unwrap();
        assert_eq!((report.written, report.failures), (0, 1));
        let error = &report.failed[0].error;
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains(&format!("{field}, which is unique")), "{error}");
    }
    assert_exact(&platform).await;
    assert_eq!(platform.get(key(1)).await.unwrap(), Some(named(1, "acme", "ann")));
}

#[tokio::test]
async fn a_delete_of_each_is_refused() {
    let (local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    let sent = local.requests();
    let error = platform.delete_each(|_: &User| true).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::InvalidArgument, sent));
    assert!(error.to_string().contains("use `scan` and `delete`"), "{error}");
}

#[tokio::test]
async fn a_backfill_leaves_sentinels_as_they_are() {
    let (_local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    let mut item = user(2, "bob@x").to_item().unwrap();
    item.remove("GSI1PK");
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    let before = sentinels(&platform).await;
    let report = platform.backfill::<User>().await.unwrap();
    assert_eq!((report.scanned, report.matched, report.written, report.failures), (3, 2, 1, 0));
    assert_eq!(sentinels(&platform).await, before);
}
