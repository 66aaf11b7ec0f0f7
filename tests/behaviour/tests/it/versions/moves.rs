//! A move of an item to another key increments its version.

use keywright::{Entity, ErrorKind};

use super::design::*;

#[tokio::test]
async fn move_increments_the_version_once() {
    let (_local, platform) = platform().await;
    platform.put(&order(3, 0)).await.unwrap();
    let moved = platform.move_to(key(), |order| (order.id, order.version) = ("o-2".into(), 70)).await.unwrap();
    assert_eq!((moved.id.as_str(), moved.version), ("o-2", 2));
    let second = || Order::key("o-2");
    assert_eq!(platform.get(second()).await.unwrap(), Some(moved.clone()));
    // A writer that has read the item before the move, or the old item, is too late.
    let late = Order { version: 1, ..moved.clone() };
    assert_eq!(platform.put(&late).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(platform.put(&order(4, 1)).await.unwrap_err().kind(), ErrorKind::VersionConflict);
    assert_eq!(platform.put(&moved).await.unwrap().version(), 3);
}

#[tokio::test]
async fn older_item_has_version_1_after_a_move() {
    let (_local, platform) = platform().await;
    let mut item = order(3, 0).to_item().unwrap();
    item.remove("version");
    platform.client().put_item().table_name(platform.table_name()).set_item(Some(item)).send().await.unwrap();
    assert_eq!(platform.move_to(key(), |order| order.id = "o-2".into()).await.unwrap().version, 1);
}

#[tokio::test]
async fn update_from_an_older_key_increments_the_version_once() {
    let (_local, platform) = platform().await;
    let note = Note { id: "n".into(), text: "a".into(), version: 0 };
    let mut item = note.to_item().unwrap();
    item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("NOTES".into()));
    item.insert("version".into(), aws_sdk_dynamodb::types::AttributeValue::N("4".into()));
    platform.client().put_item().table_name(platform.table_name()).set_item(Some(item)).send().await.unwrap();
    let read = platform.update(Note::key("n")).set(Note::TEXT, "b").returning().await.unwrap();
    assert_eq!(read.version, 5, "the move from the older key is not a write of the user");
}
