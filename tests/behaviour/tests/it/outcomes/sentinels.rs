//! A value that belonged to another item when a call first read it, and to this item when the call reads again: its
//! sentinel is then changed with it.

use keywright::{Entity as _, Handle};
use keywright_local::Local;

use super::design::*;

/// Creates user 2 with the mail and its sentinel, and user 1 with the same mail, written without the sentinels.
async fn twins() -> (Local, Handle<Shop>) {
    let (local, shop) = shop().await;
    shop.create(&user(2, "x")).await.unwrap();
    put_past(&shop, user(1, "x").to_item().unwrap()).await;
    (local, shop)
}

/// User 2 takes another mail, and user 1 gets the sentinel of its own mail.
async fn repair(shop: &Handle<Shop>) {
    shop.put(&user(2, "z")).await.unwrap();
    shop.put(&user(1, "x")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn put_keeps_sentinels_exact_during_a_repair() {
    let (local, shop) = twins().await;
    let (put, ()) = between(&local, 2, async { shop.put(&user(1, "y")).await }, repair(&shop)).await;
    put.unwrap();
    assert_exact(&shop).await;
}

#[tokio::test(start_paused = true)]
async fn delete_keeps_sentinels_exact_during_a_repair() {
    let (local, shop) = twins().await;
    let (deleted, ()) = between(&local, 2, async { shop.delete(User::key(1)).await }, repair(&shop)).await;
    deleted.unwrap();
    assert_exact(&shop).await;
}

#[tokio::test(start_paused = true)]
async fn update_keeps_sentinels_exact_during_a_repair() {
    let (local, shop) = twins().await;
    let update = async { shop.update(User::key(1)).set(User::MAIL, "y").await };
    let (updated, ()) = between(&local, 2, update, repair(&shop)).await;
    updated.unwrap();
    assert_exact(&shop).await;
}

#[tokio::test(start_paused = true)]
async fn move_keeps_sentinels_exact_during_a_repair() {
    let (local, shop) = twins().await;
    local.set_faults(slow("TransactWriteItems"));
    let moving = async { shop.move_to(User::key(1), |user| (user.id, user.mail) = (3, "y".into())).await };
    let (moved, ()) = between(&local, 2, moving, repair(&shop)).await;
    moved.unwrap();
    assert_exact(&shop).await;
}

#[tokio::test(start_paused = true)]
async fn update_each_keeps_sentinels_exact_during_a_repair() {
    let (local, shop) = twins().await;
    local.set_faults(slow("TransactWriteItems"));
    let sweep = async {
        shop.update_each(|user: User| (user.id == 1).then(|| User { mail: "y".into(), ..user })).segments(1).await
    };
    let (report, ()) = between(&local, 2, sweep, repair(&shop)).await;
    assert_eq!(report.unwrap().written, 1);
    assert_exact(&shop).await;
}

#[tokio::test(start_paused = true)]
async fn delete_each_keeps_sentinels_exact_during_a_repair() {
    let (local, shop) = twins().await;
    local.set_faults(slow("TransactWriteItems"));
    let sweep = async { shop.delete_each(|user: &User| user.id == 1).segments(1).await };
    let (report, ()) = between(&local, 2, sweep, repair(&shop)).await;
    assert_eq!(report.unwrap().written, 1);
    assert_exact(&shop).await;
}

/// No other writer changes a value, so the first read stays valid, and each item keeps its own sentinels.
#[tokio::test(start_paused = true)]
async fn sentinels_of_other_items_are_not_deleted() {
    let (_local, shop) = twins().await;
    shop.put(&user(1, "y")).await.unwrap();
    assert_exact(&shop).await;
    put_past(&shop, user(1, "x").to_item().unwrap()).await;
    shop.delete(User::key(1)).await.unwrap();
    let sentinels = items(&shop).await.into_iter().filter(|item| item["_et"].as_s().unwrap() == "%UNIQUE");
    assert_eq!(sentinels.count(), 2, "that of user 2, and `y`, which the put past them left behind");
}
