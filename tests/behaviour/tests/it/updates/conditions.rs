//! Updates with a condition: a refusal is a result, with the item.

use keywright::{ErrorKind, client::Conditional};

use super::design::*;

#[tokio::test]
async fn condition_decides_whether_the_update_applies() {
    let (_local, shop) = shop().await;
    let pay = || shop.update(key()).set(Order::STATUS, Status::Paid).when(Order::STATUS.eq(Status::Open));
    assert!(pay().await.unwrap().is_applied());
    match pay().await.unwrap() {
        Conditional::Refused(stored) => assert_eq!(stored.decode().unwrap().unwrap().status, Status::Paid),
        Conditional::Applied(()) => panic!("it was paid"),
    }
    let error = pay().await.unwrap().applied().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed, "{error}");
    consistent(&shop).await;
}

#[tokio::test]
async fn item_is_returned_if_the_condition_holds() {
    let (_local, shop) = shop().await;
    let key = key();
    let add = || shop.update(&key).add(Order::CENTS, 100);
    let cheap = || Order::CENTS.lt(700) | Order::STARS.gt(3);
    assert_eq!(add().returning().when(cheap()).await.unwrap().applied().unwrap().cents, 600);
    assert_eq!(add().when(cheap()).returning_old().await.unwrap().applied().unwrap().cents, 600);
    assert!(!add().when(cheap()).returning().await.unwrap().is_applied());
    assert_eq!(shop.get(&key).await.unwrap().unwrap().cents, 700);
    shop.delete(&key).await.unwrap();
    assert_eq!(shop.get(key).await.unwrap(), None);
}

#[tokio::test]
async fn conditional_update_of_a_missing_item_is_an_error() {
    let (_local, shop) = shop().await;
    let error = shop.update(Order::key("bob", 1_u32)).set(Order::CENTS, 1_u64).when(Order::CENTS.gt(0)).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn upsert_condition_treats_a_missing_item_as_empty() {
    let (_local, shop) = shop().await;
    let first = || shop.upsert(Visit::key("bob", at(0))).set(Visit::PAGE, "/").when(Visit::PAGE.not_exists());
    assert!(first().await.unwrap().is_applied());
    assert!(!first().await.unwrap().is_applied());
    let never = shop.upsert(Visit::key("eve", at(0))).set(Visit::PAGE, "/").when(Visit::PAGE.exists());
    match never.await.unwrap() {
        Conditional::Refused(stored) => assert!(stored.item().is_none()),
        Conditional::Applied(()) => panic!("there is no page"),
    }
}

#[tokio::test]
async fn out_of_range_is_distinguished_from_a_failed_condition() {
    let (_local, shop) = shop().await;
    let error = shop.update(key()).add(Order::CENTS, -501).when(Order::STATUS.eq(Status::Open)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange, "{error}");
    let answer = shop.update(key()).add(Order::CENTS, -500).when(Order::STATUS.eq(Status::Paid)).await.unwrap();
    assert!(!answer.is_applied());
}
