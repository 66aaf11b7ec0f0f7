//! Items from before a field was unique, and sentinels that are another item's.

use keywright::{Entity, ErrorKind, Handle};

use super::design::*;

async fn put_item(platform: &Handle<Platform>, item: keywright::Item) {
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
}

#[tokio::test]
async fn a_put_writes_the_sentinels_that_an_item_lacks() {
    let (_local, platform) = platform().await;
    put_item(&platform, named(1, "acme", "ann").to_item().unwrap()).await;
    assert_eq!(sentinels(&platform).await.len(), 0);
    platform.put(&named(1, "acme", "ann")).await.unwrap();
    assert_exact(&platform).await;
}

#[tokio::test]
async fn a_value_that_another_item_has_taken_meanwhile_is_not_given_up() {
    let (_local, platform) = platform().await;
    for deletes in [false, true] {
        put_item(&platform, user(1, "ann@x").to_item().unwrap()).await;
        platform.put(&user(2, "ann@x")).await.unwrap();
        assert_eq!(platform.put(&user(1, "ann@x")).await.unwrap_err().kind(), ErrorKind::NotUnique);
        match deletes {
            true => platform.delete(key(1)).await.unwrap(),
            false => drop(platform.put(&user(1, "new@x")).await.unwrap()),
        }
        assert_exact(&platform).await;
        assert_eq!(sentinels(&platform).await["%UNIQUE#User#mail#ann@x"], "USER#2");
        platform.delete(key(1)).await.unwrap();
    }
}

#[tokio::test]
async fn an_item_that_does_not_decode_is_not_overwritten_blindly() {
    let (_local, platform) = platform().await;
    let mut item = user(1, "ann@x").to_item().unwrap();
    item.remove("visits");
    put_item(&platform, item).await;
    let error = platform.put(&user(1, "ann@y")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("visits"), "{error}");
}
