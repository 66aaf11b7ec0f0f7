//! Moves of items to other keys take their unique values along.

use keywright::{Entity as _, ErrorKind};

use super::design::*;

#[tokio::test]
async fn sentinels_name_the_new_key_after_a_move() {
    let (_local, platform) = platform().await;
    platform.create(&named(1, "acme", "ann")).await.unwrap();
    let moved = platform.move_to(key(1), |user| user.id = 2).await.unwrap();
    assert_eq!(moved.id, 2);
    assert_exact(&platform).await;
    assert!(sentinels(&platform).await.values().all(|owner| owner == "USER#2"));
    platform.move_to(key(2), |user| (user.id, user.email, user.nickname) = (3, "new@x".into(), None)).await.unwrap();
    assert_eq!(sentinels(&platform).await.into_keys().collect::<Vec<_>>(), ["%UNIQUE#User#mail#new@x"]);
    assert_exact(&platform).await;
}

#[tokio::test]
async fn taken_value_and_taken_key_are_reported() {
    let (_local, platform) = platform().await;
    platform.create(&user(1, "ann@x")).await.unwrap();
    platform.create(&user(2, "bob@x")).await.unwrap();
    let error = platform.move_to(key(1), |user| (user.id, user.email) = (3, "bob@x".into())).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.field(), error.key()),
        (ErrorKind::NotUnique, Some("email"), Some("USER#3 / PROFILE"))
    );
    let error = platform.move_to(key(1), |user| user.id = 2).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::AlreadyExists, Some("USER#2 / PROFILE")));
    assert_exact(&platform).await;
}

#[tokio::test]
async fn sentinel_of_another_item_is_not_moved() {
    let (_local, platform) = platform().await;
    platform.create(&user(1, "ann@x")).await.unwrap();
    // Written without the sentinels.
    let twin = user(2, "ann@x").to_item().unwrap();
    platform.client().put_item().table_name("platform").set_item(Some(twin)).send().await.unwrap();
    let error = platform.move_to(key(2), |user| user.id = 3).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotUnique);
    platform.move_to(key(2), |user| (user.id, user.email) = (3, "other@x".into())).await.unwrap();
    assert_exact(&platform).await;
}
