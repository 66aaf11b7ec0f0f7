//! Scans and sweeps of a table with sentinels.

use keywright::{Entity, ErrorKind};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

use super::design::*;

#[tokio::test]
async fn scan_skips_sentinels_and_scan_items_returns_them() {
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
async fn update_each_of_other_fields_keeps_sentinels() {
    let (_local, platform) = platform().await;
    for id in 0..5 {
        platform.put(&named(id, "acme", &format!("u{id}"))).await.unwrap();
    }
    let report = platform.update_each(|user: User| Some(User { visits: user.visits + 1, ..user })).await.unwrap();
    assert_eq!((report.matched, report.written, report.failures), (5, 5, 0));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn update_each_of_unique_values_updates_sentinels() {
    let (_local, platform) = platform().await;
    for id in 0..8 {
        platform.put(&named(id, "acme", &format!("u{id}"))).await.unwrap();
    }
    type Change = fn(User) -> Option<User>;
    let changes: [Change; 4] = [
        |user| Some(User { email: format!("{}@new", user.id), ..user }),
        |user| Some(User { tenant: format!("t{}", user.id % 2), ..user }),
        |user| user.id.is_multiple_of(2).then_some(User { nickname: None, ..user }),
        |user| user.nickname.is_none().then(|| User { nickname: Some(format!("n{}", user.id)), visits: 1, ..user }),
    ];
    for (change, written) in changes.into_iter().zip([8, 8, 4, 4]) {
        let dry = platform.update_each(change).dry_run().await.unwrap();
        let report = platform.update_each(change).await.unwrap();
        assert_eq!((report.written, report.failures), (written, 0), "{report:?}");
        assert_eq!((report.wcu, dry.written), (dry.wcu, written));
        assert_exact(&platform).await;
    }
    assert_eq!(sentinels(&platform).await.len(), 16);
    assert_eq!(User::by_tenant("t1").send(&platform).await.unwrap().items.len(), 4);
}

#[tokio::test]
async fn taken_value_is_reported_and_other_items_are_written() {
    let (_local, platform) = platform().await;
    for id in 0..3 {
        platform.put(&user(id, &format!("{id}@x"))).await.unwrap();
    }
    let report = platform.update_each(|user: User| Some(User { email: "one@x".into(), ..user })).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 2));
    for failed in &report.failed {
        assert_eq!((failed.error.kind(), failed.error.field()), (ErrorKind::NotUnique, Some("email")));
    }
    assert_exact(&platform).await;
}

#[tokio::test]
async fn delete_each_releases_the_values() {
    let (_local, platform) = platform().await;
    for id in 0..6 {
        platform.put(&named(id, "acme", &format!("u{id}"))).await.unwrap();
    }
    // Written without the sentinels, with a value of another item.
    let twin = user(9, "1@x").to_item().unwrap();
    platform.client().put_item().table_name("platform").set_item(Some(twin)).send().await.unwrap();
    let report = platform.delete_each(|user: &User| user.id.is_multiple_of(2) || user.id == 9).await.unwrap();
    assert_eq!((report.written, report.skipped, report.failures), (4, 3, 0));
    assert_exact(&platform).await;
    assert_eq!(sentinels(&platform).await.len(), 6);
    assert_eq!(platform.delete_each(|_: &User| true).await.unwrap().written, 3);
    assert!(items(&platform).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn concurrent_sweeps_and_writes_keep_sentinels_exact() {
    for seed in 0..3 {
        let local = Local::builder().answer_inline().start();
        let platform = local.open::<Platform>("platform").await.unwrap();
        for id in 0..12 {
            platform.put(&named(id, "acme", &format!("u{id}"))).await.unwrap();
        }
        local.set_faults(super::races::faults(seed));
        let renames = platform.update_each(|user: User| {
            (!user.email.ends_with("@y")).then(|| User { email: format!("{}@y", user.id), ..user })
        });
        let deletes = platform.delete_each(|user: &User| user.id.is_multiple_of(5));
        let writers = futures_util::future::join_all((0..12).map(|id| {
            let platform = &platform;
            async move { platform.put(&user(id, &format!("{}@z", (id + 1) % 12))).await.map(drop) }
        }));
        let _ = futures_util::future::join3(renames.into_future(), deletes.into_future(), writers).await;
        local.clear_faults();
        assert_exact(&platform).await;
    }
}

#[tokio::test(start_paused = true)]
async fn sweep_retries_long_throttling() {
    let local = Local::builder().answer_inline().start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    platform.put(&user(1, "ann@x")).await.unwrap();
    let throttle = Failure::Throttled(Throttle::throttling());
    let rule = Rule::on(["TransactWriteItems"]).unwrap().first(25).fail(throttle);
    local.set_faults(Faults::seeded(1).rule(rule));
    let renamed = |user: User| Some(User { email: "new@x".into(), ..user });
    let report = platform.update_each(renamed).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0));
    assert!(report.throttles > 0, "{report:?}");
    assert_exact(&platform).await;
}

#[tokio::test]
async fn backfill_keeps_sentinels_unchanged() {
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
