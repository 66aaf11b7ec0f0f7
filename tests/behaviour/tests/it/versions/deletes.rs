//! Deletes with and without a version.

use keywright::{ErrorKind, Outcome};

use super::design::*;

#[tokio::test]
async fn delete_by_key_ignores_the_version() {
    let (local, platform) = platform().await;
    platform.put(&order(100, 0)).await.unwrap();
    assert_eq!(platform.delete(key()).params().unwrap().condition_expression(), None);
    platform.delete(key()).await.unwrap();
    assert_eq!(stored(&platform).await, None);
    assert_eq!(local.requests(), 3);
}

#[tokio::test]
async fn delete_of_another_version_is_rejected() {
    let (_local, platform) = platform().await;
    platform.put(&order(100, 0)).await.unwrap();
    platform.put(&order(110, 1)).await.unwrap();
    for version in [0_u64, 1, 3] {
        let error = platform.delete(key()).version(version).await.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::VersionConflict, Outcome::NotApplied));
        let conflict = error.version_conflict().unwrap();
        assert_eq!((conflict.expected, conflict.found), (version, Some(2)));
        assert_eq!(conflict.stored::<Order>().unwrap(), Some(order(110, 2)));
        assert_eq!(error.key(), Some("ORDER#o-1 / ORDER"));
    }
    platform.delete(key()).version(2_u64).await.unwrap();
    assert_eq!(stored(&platform).await, None);
}

#[tokio::test]
async fn delete_of_a_version_of_a_missing_item_succeeds() {
    let (_local, platform) = platform().await;
    for version in [0_u64, 4] {
        platform.delete(key()).version(version).await.unwrap();
    }
}

#[tokio::test]
async fn delete_request_contains_the_version() {
    let (_local, platform) = platform().await;
    let params = platform.delete(key()).version(4_u64).params().unwrap();
    let condition = params.condition_expression().unwrap();
    assert_eq!(condition, "attribute_not_exists(#pk) OR #version = :version");
    assert_eq!(params.expression_attribute_values().unwrap()[":version"], n(4));
    platform.put(&order(100, 0)).await.unwrap();
    let refused = platform.delete(key()).version(4_u64).into_sdk().unwrap().send().await.unwrap_err();
    assert!(refused.into_service_error().is_conditional_check_failed_exception());
}

#[tokio::test]
async fn older_item_without_version_is_deleted_as_version_0() {
    let (_local, platform) = platform().await;
    let keys = [("PK", s("ORDER#o-1")), ("SK", s("ORDER")), ("_et", s("Order")), ("id", s("o-1")), ("total", n(5))];
    put_item(&platform, &keys).await;
    assert!(platform.delete(key()).version(1_u64).await.is_err());
    platform.delete(key()).version(0_u64).await.unwrap();
    assert_eq!(items(&platform).await, []);
}
