//! A version and a condition must both hold, and a refusal says which of them did not.

use keywright::{ErrorKind, client::Conditional, expression::Condition};

use super::design::*;
use super::older_keys::put_older;

fn is_small() -> Condition<Order> {
    Order::TOTAL.lt(20)
}

#[tokio::test]
async fn put_requires_version_and_condition() {
    let (_local, platform) = platform().await;
    platform.put(&order(10, 0)).await.unwrap();
    platform.put(&order(30, 1)).await.unwrap();
    // First neither holds, then only the condition: the version is reported first.
    for condition in [is_small(), !is_small()] {
        let error = platform.put(&order(5, 1)).when(condition).await.unwrap_err();
        assert_eq!(error.version_conflict().map(|conflict| (conflict.expected, conflict.found)), Some((1, Some(2))));
    }
    let Conditional::Refused(found) = platform.put(&order(5, 2)).when(is_small()).await.unwrap() else {
        panic!("the stored order is not small");
    };
    assert_eq!(found.decode().unwrap(), Some(order(30, 2)));
    let written = platform.put(&order(5, 2)).when(!is_small()).await.unwrap().applied().unwrap();
    assert_eq!((written.version(), stored(&platform).await), (3, Some(order(5, 3))));
}

#[tokio::test]
async fn replace_requires_version_and_condition() {
    let (_local, platform) = platform().await;
    let error = platform.replace(&order(5, 3)).when(is_small()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    platform.put(&order(30, 0)).await.unwrap();
    let error = platform.replace(&order(5, 0)).when(is_small()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    assert!(!platform.replace(&order(5, 1)).when(is_small()).await.unwrap().is_applied());
    assert!(platform.replace(&order(5, 1)).when(!is_small()).await.unwrap().is_applied());
    assert_eq!(stored(&platform).await, Some(order(5, 2)));
}

#[tokio::test]
async fn first_version_is_put_if_the_condition_holds_for_no_item() {
    let (_local, platform) = platform().await;
    assert!(!platform.put(&order(5, 0)).when(Order::TOTAL.exists()).await.unwrap().is_applied());
    assert_eq!(stored(&platform).await, None);
    let error = platform.put(&order(5, 2)).when(Order::TOTAL.not_exists()).await.unwrap_err();
    assert_eq!(error.version_conflict().unwrap().found, None);
    assert!(platform.put(&order(5, 0)).when(Order::TOTAL.not_exists()).await.unwrap().is_applied());
}

#[tokio::test]
async fn delete_requires_version_and_condition() {
    let (_local, platform) = platform().await;
    platform.put(&order(30, 0)).await.unwrap();
    let error = platform.delete(key()).version(2_u64).when(is_small()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    let Conditional::Refused(found) = platform.delete(key()).version(1_u64).when(is_small()).await.unwrap() else {
        panic!("the stored order is not small");
    };
    assert_eq!(found.decode().unwrap(), Some(order(30, 1)));
    assert!(platform.delete(key()).version(1_u64).when(!is_small()).await.unwrap().is_applied());
    assert_eq!(stored(&platform).await, None);
    assert!(!platform.delete(key()).version(1_u64).when(is_small()).await.unwrap().is_applied());
}

#[tokio::test]
async fn request_contains_version_and_condition() {
    let (_local, platform) = platform().await;
    let put = platform.put(&order(5, 2)).when(is_small()).params().unwrap();
    let expression = put.condition_expression().unwrap();
    assert!(expression.starts_with("(#version = :version) AND ("), "{expression}");
    assert_eq!(put.item().unwrap()["version"], n(3));
    let delete = platform.delete(key()).version(2_u64).when(is_small()).params().unwrap();
    let expression = delete.condition_expression().unwrap();
    assert!(expression.starts_with("(attribute_not_exists(#pk) OR #version = :version) AND ("), "{expression}");
}

#[tokio::test]
async fn a_condition_can_name_the_version() {
    let (_local, platform) = platform().await;
    platform.put(&order(30, 0)).await.unwrap();
    assert!(!platform.delete(key()).when(Order::VERSION.eq(2_u64)).await.unwrap().is_applied());
    assert!(platform.delete(key()).when(Order::VERSION.eq(1_u64)).await.unwrap().is_applied());
}

#[tokio::test]
async fn version_and_condition_are_checked_under_the_older_key() {
    let (_local, platform) = platform().await;
    put_older(&platform, "old", Some(3)).await;
    let is_old = || Note::TEXT.eq("old");
    let error = platform.put(&note("new", 2)).when(is_old()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
    let Conditional::Refused(found) = platform.put(&note("new", 3)).when(!is_old()).await.unwrap() else {
        panic!("the stored note is old");
    };
    assert_eq!(found.decode().unwrap(), Some(note("old", 3)));
    assert_eq!(items(&platform).await[0]["PK"], s("NOTES"));
    assert!(platform.put(&note("new", 3)).when(is_old()).await.unwrap().is_applied());
    assert_eq!(platform.get(Note::key("n-1")).await.unwrap(), Some(note("new", 4)));
    assert_eq!(items(&platform).await.len(), 1);
}

#[tokio::test]
async fn first_version_is_not_written_if_the_condition_fails() {
    let (_local, platform) = platform().await;
    assert!(!platform.put(&note("new", 0)).when(Note::TEXT.exists()).await.unwrap().is_applied());
    assert_eq!(items(&platform).await, []);
    assert!(platform.put(&note("new", 0)).when(Note::TEXT.not_exists()).await.unwrap().is_applied());
}

#[tokio::test]
async fn delete_checks_the_item_under_its_older_key() {
    let (_local, platform) = platform().await;
    put_older(&platform, "old", Some(3)).await;
    let delete = |version: i64, text: &str| {
        let is_so = Note::TEXT.eq(text);
        platform.delete(Note::key("n-1")).version(version).when(is_so)
    };
    assert_eq!(delete(2, "old").await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert!(!delete(3, "new").await.unwrap().is_applied());
    assert_eq!(items(&platform).await.len(), 1);
    assert!(delete(3, "old").await.unwrap().is_applied());
    assert_eq!(items(&platform).await, []);
}
