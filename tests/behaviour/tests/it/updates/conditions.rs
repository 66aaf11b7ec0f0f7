//! Updates under a condition: a refusal is an answer, with the item.

use keywright::{ErrorKind, client::Conditional};

use super::design::*;

#[tokio::test]
async fn a_condition_decides() {
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
async fn the_item_is_returned_where_the_condition_holds() {
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
async fn an_item_that_is_not_there_is_still_an_error_of_an_update() {
    let (_local, shop) = shop().await;
    let error = shop.update(Order::key("bob", 1_u32)).set(Order::CENTS, 1_u64).when(Order::CENTS.gt(0)).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn an_upsert_is_judged_by_an_item_without_attributes() {
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
async fn a_number_out_of_range_is_told_from_a_condition() {
    let (_local, shop) = shop().await;
    let error = shop.update(key()).add(Order::CENTS, -501).when(Order::STATUS.eq(Status::Open)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange, "{error}");
    let answer = shop.update(key()).add(Order::CENTS, -500).when(Order::STATUS.eq(Status::Paid)).await.unwrap();
    assert!(!answer.is_applied());
}
