//! Items from before their entity had a version.

use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use super::design;

/// The table before the entity had a version.
#[derive(Table)]
#[entities(Order)]
pub struct Platform;

#[derive(Debug, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
pub struct Order {
    pub id: String,
    pub total: u32,
}

pub fn order() -> Order {
    Order { id: "o-1".into(), total: 5 }
}

pub async fn platform() -> (Local, Handle<Platform>) {
    let local = Local::start();
    let platform = local.open::<Platform>("platform").await.unwrap();
    (local, platform)
}

async fn both() -> (Local, Handle<design::Platform>) {
    let (local, platform) = platform().await;
    platform.put(&order()).await.unwrap();
    let today = design::Platform::open(local.client(), "platform");
    (local, today)
}

#[tokio::test]
async fn older_item_reads_as_version_0_and_can_be_put_once() {
    let (_local, platform) = both().await;
    let read = design::stored(&platform).await.unwrap();
    assert_eq!(read, design::order(5, 0));
    assert_eq!(platform.put(&read).await.unwrap().version(), 1);
    let error = platform.put(&read).await.unwrap_err();
    assert_eq!(error.version_conflict().map(|conflict| (conflict.expected, conflict.found)), Some((0, Some(1))));
}

#[tokio::test]
async fn queries_and_batches_read_older_items_as_version_0() {
    let (_local, platform) = both().await;
    let page = design::Order::query("o-1").send(&platform).await.unwrap();
    assert_eq!(page.items, [design::order(5, 0)]);
    let read = platform.batch_get([design::key()]).await.unwrap();
    assert_eq!(read, [Some(design::order(5, 0))]);
    let item = design::items(&platform).await.swap_remove(0);
    assert_eq!(design::Order::from_item(item).unwrap(), design::order(5, 0));
}

#[tokio::test]
async fn put_of_version_1_and_create_reject_an_older_item() {
    let (_local, platform) = both().await;
    let error = platform.put(&design::order(6, 1)).await.unwrap_err();
    assert_eq!(error.version_conflict().map(|conflict| (conflict.expected, conflict.found)), Some((1, Some(0))));
    assert_eq!(platform.create(&design::order(6, 0)).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(platform.replace(&design::order(6, 0)).await.unwrap().version(), 1);
}

#[tokio::test]
async fn stored_version_0_is_replaced_by_a_put_of_version_0() {
    let (_local, platform) = design::platform().await;
    let item = design::order(5, 0).to_item().unwrap();
    platform.client().put_item().table_name("platform").set_item(Some(item)).send().await.unwrap();
    assert_eq!(platform.put(&design::order(6, 0)).await.unwrap().version(), 1);
}
