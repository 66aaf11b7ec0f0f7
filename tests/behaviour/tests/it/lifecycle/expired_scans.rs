//! Scans also hide expired items, and sweeps do not change them.

use futures_util::TryStreamExt as _;
use keywright::ErrorKind;

use super::design::*;

#[tokio::test]
async fn scans_hide_and_count_expired_items() {
    let (_local, store) = store().await;
    let (over, alive) = two_sessions(&store).await;
    store.put(&order(1)).await.unwrap();
    let page = store.scan::<Session>().await.unwrap();
    assert_eq!((page.items, page.stats.expired, page.stats.items_returned), (vec![alive.clone()], 1, 1));
    let count = store.scan::<Session>().count().await.unwrap();
    assert_eq!((count.items, count.stats.expired), (1, 1));
    let keys = store.scan::<Session>().keys().await.unwrap();
    assert_eq!((keys.items, keys.stats.expired), (vec![Session::key("ann", 2_u32)], 1));
    let streamed: Vec<Session> = store.scan::<Session>().stream().try_collect().await.unwrap();
    assert_eq!(streamed, std::slice::from_ref(&alive));
    let limited = store.scan::<Session>().limit(1).await.unwrap();
    assert_eq!(limited.items, std::slice::from_ref(&alive));
    let located = store.scan::<Session>().index("GSI1").located().await.unwrap();
    assert_eq!(located.items.into_iter().map(|located| located.item).collect::<Vec<_>>(), std::slice::from_ref(&alive));
    let all = store.scan::<Session>().include_expired().await.unwrap();
    let mut ids: Vec<_> = all.items.iter().map(|session| session.id).collect();
    ids.sort_unstable();
    assert_eq!((ids, all.stats.expired), (vec![over.id, alive.id], 0));
    // The entity of these items is unknown, so they are returned as they are stored.
    assert_eq!(store.scan_items().count().await.unwrap().items, 3);
}

#[tokio::test]
async fn scan_of_an_index_without_the_ttl_is_rejected() {
    let (_local, store) = store().await;
    two_sessions(&store).await;
    let keys = || store.scan::<Session>().index("GSI2").keys();
    let error = keys().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("does not contain `expires_at`"), "{error}");
    assert_eq!(keys().include_expired().await.unwrap().items.len(), 2);
    assert_eq!(store.scan::<Session>().index("GSI3").keys().await.unwrap().items.len(), 1);
}

#[tokio::test]
async fn sweeps_skip_expired_items_by_default() {
    let (_local, store) = store().await;
    let (over, alive) = two_sessions(&store).await;
    let rename = |session: Session| Some(Session { device: "tablet".into(), ..session });
    let report = store.update_each(rename).await.unwrap();
    assert_eq!((report.matched, report.written, report.expired), (2, 1, 1));
    assert_eq!(store.get(Session::key("ann", 1_u32)).include_expired().await.unwrap(), Some(over.clone()));
    let read = store.get(Session::key("ann", 2_u32)).await.unwrap();
    assert_eq!(read, Some(Session { device: "tablet".into(), ..alive }));
    let report = store.backfill::<Session>().await.unwrap();
    assert_eq!((report.unchanged, report.expired), (1, 1));
    let report = store.delete_each(|_: &Session| true).await.unwrap();
    assert_eq!((report.written, report.expired), (1, 1));
    let report = store.delete_each(|_: &Session| true).include_expired().await.unwrap();
    assert_eq!((report.matched, report.written, report.expired), (1, 1, 0));
    assert!(items(&store).await.is_empty());
}
