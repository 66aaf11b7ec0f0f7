//! The writes that are refused, and their messages.

use keywright::{ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn put_of_a_read_item_increments_the_version() {
    let (local, platform) = platform().await;
    let mut order = order(100, 0);
    for version in 1..=12 {
        order.total += 1;
        order.version = platform.put(&order).await.unwrap().version();
        assert_eq!(order.version, version);
        assert_eq!(stored(&platform).await.unwrap(), order);
    }
    assert_eq!(local.requests(), 24);
}

#[tokio::test]
async fn stale_put_is_rejected_with_both_versions() {
    let (_local, platform) = platform().await;
    platform.put(&order(100, 0)).await.unwrap();
    let read = stored(&platform).await.unwrap();
    platform.put(&order(110, 1)).await.unwrap();
    let error = platform.put(&read).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::VersionConflict, Outcome::NotApplied));
    let conflict = error.version_conflict().unwrap();
    assert_eq!((conflict.expected, conflict.found), (1, Some(2)));
    assert_eq!(conflict.stored::<Order>().unwrap(), Some(order(110, 2)));
    assert_eq!(
        error.to_string(),
        "put, `Order`, table platform, key ORDER#o-1 / ORDER: the item has version 2, and the write expects version \
         1: another write changed it; read it again and repeat the change"
    );
    assert!(!format!("{conflict:?}").contains("110"), "{conflict:?}");
    assert_eq!(stored(&platform).await.unwrap(), order(110, 2));
}

#[tokio::test]
async fn put_of_an_unread_item_does_not_overwrite_a_version() {
    let (_local, platform) = platform().await;
    platform.put(&order(100, 0)).await.unwrap();
    let error = platform.put(&order(1, 0)).await.unwrap_err();
    let conflict = error.version_conflict().unwrap();
    assert_eq!((conflict.expected, conflict.found), (0, Some(1)));
}

#[tokio::test]
async fn put_of_a_deleted_item_is_rejected() {
    let (_local, platform) = platform().await;
    let error = platform.put(&order(100, 3)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    let conflict = error.version_conflict().unwrap();
    assert_eq!((conflict.expected, conflict.found), (3, None));
    assert_eq!(conflict.stored::<Order>().unwrap(), None);
    assert!(error.to_string().contains("version 3 of the item is gone"), "{error}");
    assert_eq!(items(&platform).await, []);
}

#[tokio::test]
async fn create_requires_no_item_and_increments_the_given_version() {
    let (_local, platform) = platform().await;
    assert_eq!(platform.create(&order(100, 7)).await.unwrap().version(), 8);
    let error = platform.create(&order(100, 8)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(error.version_conflict().is_none());
}

#[tokio::test]
async fn replace_requires_the_current_version() {
    let (_local, platform) = platform().await;
    assert_eq!(platform.replace(&order(100, 0)).await.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(platform.replace(&order(100, 2)).await.unwrap_err().kind(), ErrorKind::NotFound);
    platform.put(&order(100, 0)).await.unwrap();
    assert_eq!(platform.replace(&order(110, 0)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(platform.replace(&order(110, 1)).await.unwrap().version(), 2);
    assert_eq!(stored(&platform).await.unwrap(), order(110, 2));
}

#[tokio::test]
async fn another_item_under_a_lossy_key_is_a_collision() {
    let (_local, platform) = platform().await;
    let visit = |millis: i64, version| Visit {
        user: "ann".into(),
        at: chrono::DateTime::from_timestamp_millis(1_800_000_000_000 + millis).unwrap(),
        page: "/".into(),
        version,
    };
    assert_eq!(platform.put(&visit(1, 0)).await.unwrap().version(), 1);
    for version in [0, 1] {
        let error = platform.put(&visit(2, version)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::KeyCollision, "{error}");
    }
    assert_eq!(platform.put(&visit(1, 0)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(platform.put(&visit(1, 1)).await.unwrap().version(), 2);
    let error = platform.delete(Visit::key("ann", visit(1, 0).at)).version(1_u32).await.unwrap_err();
    assert_eq!(error.version_conflict().map(|conflict| (conflict.expected, conflict.found)), Some((1, Some(2))));
    platform.delete(Visit::key("ann", visit(2, 0).at)).version(2_u32).await.unwrap();
    assert_eq!(items(&platform).await.len(), 1);
    platform.delete(Visit::key("ann", visit(1, 0).at)).version(2_u32).await.unwrap();
    assert_eq!(items(&platform).await, []);
}

#[tokio::test]
async fn entity_without_a_version_reports_version_0() {
    let (_local, platform) = super::older_items::platform().await;
    assert_eq!(platform.put(&super::older_items::order()).await.unwrap().version(), 0);
}
