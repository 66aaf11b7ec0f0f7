//! Expired items exist until DynamoDB deletes them, but reads hide them unless told otherwise.

use std::collections::BTreeSet;

use chrono::{SubsecRound as _, Utc};
use futures_util::TryStreamExt as _;
use keywright::{Entity, ErrorKind};

use super::design::*;

#[tokio::test]
async fn ttl_is_stored_in_whole_seconds() {
    let (_local, store) = store().await;
    let precise = seconds(60) + chrono::Duration::milliseconds(700);
    store.put(&session(1, precise)).await.unwrap();
    let item = stored(&store, "USER#ann", "SESSION#0000000001").await.unwrap();
    assert_eq!(item["expires_at"], number(precise.timestamp()));
    let read = store.get(Session::key("ann", 1_u32)).await.unwrap().unwrap();
    assert_eq!(read.expires_at, precise - chrono::Duration::milliseconds(700));
    // The key of an index uses the stored value, so it stays the same when the item is written again.
    assert_eq!(read.to_item().unwrap()["GSI1SK"], item["GSI1SK"]);
}

#[tokio::test]
async fn get_and_batch_get_hide_expired_items() {
    let (_local, store) = store().await;
    let (over, alive) = (session(1, seconds(-2)), session(2, seconds(60)));
    store.put(&over).await.unwrap();
    store.put(&alive).await.unwrap();
    let keys = || [1_u32, 2, 3].map(|id| Session::key("ann", id));
    assert_eq!(store.get(Session::key("ann", 1_u32)).await.unwrap(), None);
    assert_eq!(store.get(Session::key("ann", 1_u32)).include_expired().await.unwrap(), Some(over.clone()));
    assert_eq!(store.batch_get(keys()).await.unwrap(), [None, Some(alive.clone()), None]);
    let all = store.batch_get(keys()).include_expired().await.unwrap();
    assert_eq!(all, [Some(over), Some(alive.clone()), None]);
    let partial = store.batch_get(keys()).partial().await.unwrap();
    assert_eq!((partial.items, partial.leftovers.len()), (vec![None, Some(alive), None], 0));
}

#[tokio::test]
async fn item_is_visible_through_its_last_second() {
    let (_local, store) = store().await;
    loop {
        let last = Utc::now().trunc_subsecs(0);
        store.put(&session(1, last)).await.unwrap();
        store.put(&session(2, last - chrono::Duration::seconds(1))).await.unwrap();
        let (alive, over) = (store.get(Session::key("ann", 1_u32)).await, store.get(Session::key("ann", 2_u32)).await);
        // Retries if the second has ended meanwhile.
        if Utc::now().trunc_subsecs(0) == last {
            assert!(alive.unwrap().is_some() && over.unwrap().is_none());
            break;
        }
    }
}

#[tokio::test]
async fn find_hides_expired_items_in_every_shard() {
    let (_local, store) = store().await;
    let visit = |expires_at| Visit { page: "home".into(), id: 7, expires_at, referrer: "x".into() };
    let ends = [Some(seconds(-2).timestamp().unsigned_abs()), Some(seconds(60).timestamp().unsigned_abs()), None];
    for (shard, end) in (0..).zip(ends) {
        store.put(&visit(end)).in_shard(shard).await.unwrap();
    }
    let found = |found: Vec<keywright::Located<Visit>>| -> BTreeSet<_> {
        found.into_iter().map(|found| found.item.expires_at).collect()
    };
    let shown = found(Visit::find("home", 7_u32).send(&store).await.unwrap());
    assert_eq!(shown, BTreeSet::from([ends[1], ends[2]]));
    let all = found(Visit::find("home", 7_u32).send(&store).include_expired().await.unwrap());
    assert_eq!(all, BTreeSet::from(ends));
}

/// Creates sessions 0 to 19. Every third one has expired.
async fn mixed(store: &keywright::Handle<Store>) -> Vec<u32> {
    for id in 0..20 {
        store.put(&session(id, seconds(if id % 3 == 0 { -5 } else { 60 }))).await.unwrap();
    }
    (0..20).filter(|id| id % 3 != 0).collect()
}

#[tokio::test]
async fn query_hides_expired_items_and_limits_the_rest() {
    let (_local, store) = store().await;
    let alive = mixed(&store).await;
    let ids = |items: &[Session]| items.iter().map(|session| session.id).collect::<Vec<_>>();
    let (mut seen, mut expired, mut cursor) = (Vec::new(), 0, None);
    loop {
        let page = Session::query("ann").limit(5).cursor(cursor).send(&store).await.unwrap();
        assert!(page.items.len() == 5 || page.cursor.is_none(), "{:?}", page.stats);
        seen.extend(ids(&page.items));
        expired += page.stats.expired;
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((seen, expired), (alive.clone(), 7));
    let all = Session::query("ann").include_expired().send(&store).await.unwrap();
    assert_eq!((all.items.len(), all.stats.expired), (20, 0));
    let of_index = Session::by_device("phone").send(&store).await.unwrap();
    assert_eq!(ids(&of_index.items).into_iter().collect::<BTreeSet<_>>(), alive.into_iter().collect());
}

#[tokio::test]
async fn streams_counts_keys_and_located_items_hide_expired_items() {
    let (_local, store) = store().await;
    let alive = mixed(&store).await;
    let count = Session::query("ann").count(&store).await.unwrap();
    assert_eq!((count.items, count.stats.expired), (13, 7));
    assert_eq!(Session::query("ann").include_expired().count(&store).await.unwrap().items, 20);
    let streamed: Vec<_> = Session::query("ann").stream(&store).try_collect().await.unwrap();
    assert_eq!(streamed.iter().map(|session| session.id).collect::<Vec<_>>(), alive);
    let located = Session::query("ann").located().send(&store).await.unwrap();
    assert_eq!(located.items.iter().map(|located| located.item.id).collect::<Vec<_>>(), alive);
    let keys = Session::query("ann").keys().send(&store).await.unwrap();
    let expected: Vec<_> = alive.iter().map(|id| Session::key("ann", *id)).collect();
    assert_eq!((keys.items, keys.stats.expired), (expected, 7));
}

#[tokio::test]
async fn index_without_the_ttl_cannot_hide_expired_items() {
    let (_local, store) = store().await;
    let alive = mixed(&store).await;
    let keys = Session::ends_by_device("phone").keys().send(&store).await.unwrap();
    assert_eq!(keys.items.len(), alive.len());
    let error = Session::keys_by_device("phone").keys().send(&store).await.unwrap_err();
    assert_eq!((error.kind(), error.index()), (ErrorKind::InvalidArgument, Some("GSI2")));
    assert!(error.to_string().contains("the index does not contain `expires_at`"), "{error}");
    assert_eq!(Session::keys_by_device("phone").count(&store).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    let all = Session::keys_by_device("phone").include_expired().keys().send(&store).await.unwrap();
    assert_eq!(all.items.len(), 20);
}

#[tokio::test]
async fn absent_or_non_numeric_ttl_never_expires() {
    let (_local, store) = store().await;
    store.put(&session(1, seconds(-5))).await.unwrap();
    let mut item = stored(&store, "USER#ann", "SESSION#0000000001").await.unwrap();
    // A text written by another tool, which never expires: DynamoDB deletes only by numbers.
    item.insert("expires_at".into(), text("2001-01-01T00:00:00Z"));
    plant(&store, item).await;
    assert!(store.get(Session::key("ann", 1_u32)).await.unwrap().is_some());
    let visit = Visit { page: "home".into(), id: 1, expires_at: None, referrer: "x".into() };
    store.put(&visit).in_shard(0).await.unwrap();
    assert_eq!(store.get(Visit::key_in_shard(0, "home", 1_u32)).await.unwrap(), Some(visit));
}
