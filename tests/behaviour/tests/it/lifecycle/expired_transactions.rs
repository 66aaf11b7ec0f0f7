//! In a transaction an expired item counts as absent, and items have the time of the transaction.

use keywright::{ErrorKind, client::CancellationReason};

use super::design::*;

#[tokio::test]
async fn create_overwrites_expired_items_and_replace_rejects_them() {
    let (_local, store) = store().await;
    let (over, alive) = two_sessions(&store).await;
    let renewed = session(1, seconds(90));
    let error = store.transaction().replace(&renewed).await.unwrap_err();
    assert_eq!(error.cancellations()[0].reason, CancellationReason::NotFound);
    assert!(error.to_string().contains("the item has expired"), "{error}");
    assert_eq!(store.get(Session::key("ann", 1_u32)).include_expired().await.unwrap(), Some(over));
    store.transaction().create(&renewed).replace(&alive).await.unwrap();
    assert_eq!(store.get(Session::key("ann", 1_u32)).await.unwrap(), Some(renewed.clone()));
    assert_eq!(store.transaction().create(&renewed).await.unwrap_err().kind(), ErrorKind::TransactionCancelled);
}

#[tokio::test]
async fn checks_treat_expired_items_as_absent() {
    let (_local, store) = store().await;
    two_sessions(&store).await;
    let (over, alive) = (|| Session::key("ann", 1_u32), || Session::key("ann", 2_u32));
    let user = User { user: "ann".into() };
    store.transaction().put(&user).check_absent(over()).check_exists(alive()).await.unwrap();
    let error = store.transaction().put(&user).check_exists(over()).await.unwrap_err();
    assert!(error.to_string().contains("the item has expired"), "{error}");
    let error = store.transaction().put(&user).check_absent(alive()).await.unwrap_err();
    assert!(error.to_string().contains("the item exists"), "{error}");
    let is_phone = || Session::DEVICE.eq("phone");
    store.transaction().put(&user).check(alive(), is_phone()).await.unwrap();
    let error = store.transaction().put(&user).check(over(), is_phone()).await.unwrap_err();
    assert!(error.to_string().contains("the item has expired"), "{error}");
    assert!(store.transaction().delete_if(over(), is_phone()).await.is_err());
    store.transaction().delete(over()).delete_if(alive(), is_phone()).await.unwrap();
}

#[tokio::test]
async fn append_replaces_expired_items() {
    let (_local, store) = store().await;
    let end = |from_now| Some(seconds(from_now).timestamp().unsigned_abs());
    let visit = |expires_at| Visit { page: "home".into(), id: 7, expires_at, referrer: "x".into() };
    for shard in 0..3 {
        store.put(&visit(end(-2))).in_shard(shard).await.unwrap();
    }
    store.transaction().put(&visit(end(60))).await.unwrap();
    let alive = Visit::query("home").send(&store).await.unwrap();
    assert_eq!((alive.items.len(), alive.stats.expired), (1, 2));
}
