//! An older key that lacks a field of the current one: another item may be stored under it.

use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::stored;

/// The earlier version.
mod earlier {
    use super::*;

    #[derive(Table)]
    #[entities(Alert, Beat)]
    pub struct Platform;

    /// An alert. All brands are under one key.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "ALERTS", allow_hot = "a prototype")]
    #[sk(template = "<id>")]
    pub struct Alert {
        pub brand: String,
        pub id: String,
    }

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "BEATS", allow_hot = "a prototype")]
    #[sk(template = "<id>")]
    pub struct Beat {
        pub id: String,
    }
}

#[derive(Table)]
#[entities(Alert, Beat)]
struct Platform;

/// An alert with a key for each brand.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ALERTS#<brand>", legacy(template = "ALERTS"))]
#[sk(template = "<id>")]
struct Alert {
    brand: String,
    id: String,
}

/// A beat in random shards.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BEATS", legacy(template = "BEATS"))]
#[shard(random = 3)]
#[sk(template = "<id>")]
struct Beat {
    id: String,
}

fn alert(brand: &str) -> Alert {
    Alert { brand: brand.into(), id: "a-1".into() }
}

/// Creates the alert `a-1` of the brand `abc`, and the beat `b-1`, under their older keys.
async fn older() -> (Local, Handle<Platform>) {
    let local = Local::start();
    let before = local.open::<earlier::Platform>("platform").await.unwrap();
    before.put(&earlier::Alert { brand: "abc".into(), id: "a-1".into() }).await.unwrap();
    before.put(&earlier::Beat { id: "b-1".into() }).await.unwrap();
    let today = local.open::<Platform>("platform").await.unwrap();
    local.clear_operations();
    (local, today)
}

#[tokio::test]
async fn get_ignores_another_brands_item_under_the_older_key() {
    let (_local, platform) = older().await;
    assert_eq!(platform.get(Alert::key("abc", "a-1")).await.unwrap(), Some(alert("abc")));
    assert_eq!(platform.get(Alert::key("xyz", "a-1")).await.unwrap(), None);
}

#[tokio::test]
async fn delete_and_create_ignore_another_brands_item() {
    let (_local, platform) = older().await;
    platform.delete(Alert::key("xyz", "a-1")).await.unwrap();
    platform.create(&alert("xyz")).await.unwrap();
    assert_eq!(platform.create(&alert("abc")).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(platform.get(Alert::key("abc", "a-1")).await.unwrap(), Some(alert("abc")));
    platform.delete(Alert::key("abc", "a-1")).await.unwrap();
    assert!(stored::under(&platform, "ALERTS").await.is_empty());
    assert_eq!(platform.get(Alert::key("xyz", "a-1")).await.unwrap(), Some(alert("xyz")));
}

#[tokio::test]
async fn find_reads_older_keys_and_every_shard() {
    let (local, platform) = older().await;
    let beat = Beat { id: "b-1".into() };
    platform.put(&beat).in_shard(2).await.unwrap();
    local.clear_operations();
    let found = Beat::find("b-1").send(&platform).await.unwrap();
    assert_eq!(local.requests(), 1);
    assert_eq!(found.iter().map(|found| &found.item).collect::<Vec<_>>(), [&beat, &beat]);
    assert!(Beat::find("b-2").send(&platform).await.unwrap().is_empty());
}

#[tokio::test]
async fn query_of_one_brand_ignores_items_of_others() {
    let (_local, platform) = older().await;
    assert_eq!(Alert::query("abc").send(&platform).await.unwrap().items, [alert("abc")]);
    let other = || Alert::query("xyz");
    assert!(other().send(&platform).await.unwrap().items.is_empty());
    assert!(other().located().send(&platform).await.unwrap().items.is_empty());
    assert!(other().keys().send(&platform).await.unwrap().items.is_empty());
    assert_eq!(other().count(&platform).await.unwrap().items, 0);
    assert_eq!(Alert::query("abc").count(&platform).await.unwrap().items, 1);
}
