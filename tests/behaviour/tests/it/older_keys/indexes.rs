//! Indexes with items of every generation: their entries for items under an older table key.

use keywright::{Entity, ErrorKind, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

/// The earlier version.
mod earlier {
    use super::*;

    #[derive(Table)]
    #[table(discriminator = none)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
    #[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
    #[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK", projection = include("severity"))]
    #[entities(Alert)]
    pub struct Platform;

    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "ALERTS", allow_hot = "a prototype")]
    #[sk(template = "<id>")]
    #[gsi(index = "GSI1", query = by_severity, pk = "SEVERITY#<severity>", sk = "<brand>#<id>")]
    #[gsi(index = "GSI2", query = by_brand, pk = "BRAND#<brand>", sk = "<id>")]
    #[gsi(index = "GSI3", query = numbered, pk = "NUMBER#<number>", sk = "<id>")]
    pub struct Alert {
        pub brand: String,
        pub id: String,
        pub severity: u8,
        pub number: u32,
    }
}

#[derive(Table)]
#[table(discriminator = none)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK", projection = include("severity"))]
#[entities(Alert)]
struct Platform;

/// An alert with a key for each brand.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ALERTS#<brand>", legacy(template = "ALERTS"))]
#[sk(template = "<id>")]
#[gsi(index = "GSI1", query = by_severity, pk = "SEVERITY#<severity>", sk = "<brand>#<id>")]
#[gsi(index = "GSI2", query = by_brand, pk = "BRAND#<brand>", sk = "<id>")]
#[gsi(index = "GSI3", query = numbered, pk = "NUMBER#<number>", sk = "<id>")]
struct Alert {
    brand: String,
    id: String,
    severity: u8,
    number: u32,
}

fn alert(id: &str) -> Alert {
    Alert { brand: "abc".to_owned(), id: id.to_owned(), severity: 3, number: 7 }
}

/// Creates the alert `a-1` under its older key, and `a-2` under the current one.
async fn both() -> (Local, Handle<Platform>) {
    let local = Local::start();
    let before = local.open::<earlier::Platform>("platform").await.unwrap();
    let Alert { brand, id, severity, number } = alert("a-1");
    before.put(&earlier::Alert { brand, id, severity, number }).await.unwrap();
    let today = Platform::open_verified(local.client(), "platform").await.unwrap();
    today.put(&alert("a-2")).await.unwrap();
    (local, today)
}

#[tokio::test]
async fn older_table_keys_identify_the_entity_without_discriminator() {
    let (_local, platform) = both().await;
    let expected = [alert("a-1"), alert("a-2")];
    assert_eq!(Alert::by_brand("abc").send(&platform).await.unwrap().items, expected);
    assert_eq!(Alert::by_brand("abc").count(&platform).await.unwrap().items, 2);
    let located = Alert::by_brand("abc").located().send(&platform).await.unwrap().items;
    for (located, expected) in located.into_iter().zip(expected) {
        assert_eq!(platform.get(located.key).await.unwrap(), Some(expected));
    }
}

#[tokio::test]
async fn partial_index_counts_older_items_and_returns_their_keys() {
    let (_local, platform) = both().await;
    assert_eq!(Alert::by_severity(3).count(&platform).await.unwrap().items, 2);
    let keys = Alert::by_severity(3).keys().send(&platform).await.unwrap().items;
    assert_eq!(keys, [Alert::key("abc", "a-1"), Alert::key("abc", "a-2")]);
    assert_eq!(platform.get(keys[0].clone()).await.unwrap(), Some(alert("a-1")));
}

#[tokio::test]
async fn key_field_missing_from_an_older_key_is_an_error() {
    let (_local, platform) = both().await;
    assert_eq!(Alert::numbered(7).count(&platform).await.unwrap().items, 2);
    let error = Alert::numbered(7).keys().send(&platform).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("does not hold `brand`"), "{error}");
    platform.replace(&alert("a-1")).await.unwrap();
    let keys = Alert::numbered(7).keys().send(&platform).await.unwrap().items;
    assert_eq!(keys, [Alert::key("abc", "a-1"), Alert::key("abc", "a-2")]);
}
