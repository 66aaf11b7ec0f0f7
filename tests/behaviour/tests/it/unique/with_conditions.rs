//! Unique values and a condition on the item, in one transaction.

use keywright::{ErrorKind, client::Conditional, expression::Condition};

use super::design::*;

fn is_new() -> Condition<User> {
    User::VISITS.eq(0)
}

#[tokio::test]
async fn conditional_put_applies_with_its_sentinels_or_is_refused() {
    let (_local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    let Conditional::Refused(found) = platform.put(&user(1, "ann@y")).when(!is_new()).await.unwrap() else {
        panic!("the stored user is new");
    };
    assert_eq!(found.decode().unwrap(), Some(user(1, "ann@x")));
    assert_exact(&platform).await;
    assert!(platform.put(&user(1, "ann@y")).when(is_new()).await.unwrap().is_applied());
    assert!(platform.replace(&user(1, "ann@z")).when(is_new()).await.unwrap().is_applied());
    assert_eq!(sentinels(&platform).await.into_keys().collect::<Vec<_>>(), ["%UNIQUE#User#mail#ann@z"]);
}

#[tokio::test]
async fn condition_applies_to_a_missing_item() {
    let (_local, platform) = platform().await;
    assert!(!platform.put(&user(1, "ann@x")).when(is_new()).await.unwrap().is_applied());
    assert_eq!(items(&platform).await, []);
    assert!(platform.put(&user(1, "ann@x")).when(User::VISITS.not_exists()).await.unwrap().is_applied());
    assert_exact(&platform).await;
}

#[tokio::test]
async fn taken_value_is_an_error_with_a_condition() {
    let (_local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    platform.put(&user(2, "bob@x")).await.unwrap();
    let error = platform.put(&user(2, "ann@x")).when(is_new()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotUnique);
    // A failed condition is reported first.
    assert!(!platform.put(&user(2, "ann@x")).when(!is_new()).await.unwrap().is_applied());
    assert_exact(&platform).await;
}

#[tokio::test]
async fn conditional_delete_applies_with_its_sentinels_or_is_refused() {
    let (_local, platform) = platform().await;
    platform.put(&named(1, "acme", "ann")).await.unwrap();
    let Conditional::Refused(found) = platform.delete(key(1)).when(!is_new()).await.unwrap() else {
        panic!("the stored user is new");
    };
    assert_eq!(found.decode().unwrap(), Some(named(1, "acme", "ann")));
    assert_eq!(items(&platform).await.len(), 3);
    assert!(platform.delete(key(1)).when(is_new()).await.unwrap().is_applied());
    assert_eq!(items(&platform).await, []);
    assert!(!platform.delete(key(1)).when(is_new()).await.unwrap().is_applied());
    assert!(platform.delete(key(1)).when(User::VISITS.not_exists()).await.unwrap().is_applied());
}

#[tokio::test]
async fn condition_on_several_attributes_checks_each() {
    let (_local, platform) = platform().await;
    platform.put(&user(1, "ann@x")).await.unwrap();
    let (holds, fails) =
        (|| User::TENANT.eq("acme") & User::VISITS.eq(0), || User::TENANT.eq("acme") & User::VISITS.eq(1));
    let other = user(1, "ann@y");
    assert!(!platform.put(&other).when(fails()).await.unwrap().is_applied());
    assert!(!platform.replace(&other).when(fails()).await.unwrap().is_applied());
    assert!(!platform.delete(key(1)).when(fails()).await.unwrap().is_applied());
    assert_eq!(platform.get(key(1)).await.unwrap(), Some(user(1, "ann@x")));
    assert!(platform.put(&other).when(holds()).await.unwrap().is_applied());
    assert!(platform.replace(&user(1, "ann@z")).when(holds()).await.unwrap().is_applied());
    assert_exact(&platform).await;
    assert!(platform.delete(key(1)).when(holds()).await.unwrap().is_applied());
    assert!(items(&platform).await.is_empty());
}
