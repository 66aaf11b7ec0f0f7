//! A create of an item that another program stored under an older key, without an attribute that the key contains or
//! without the discriminator.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Order)]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>", legacy(template = "USER#<customer>"))]
#[sk(template = "ORDER#<at>#<id>")]
struct Order {
    customer: String,
    at: DateTime<Utc>,
    id: u32,
    cents: u64,
}

fn order() -> Order {
    Order { customer: "ann".into(), at: DateTime::from_timestamp(1_790_000_000, 0).unwrap(), id: 7, cents: 1 }
}

/// Stores the order under its older key, after this change.
async fn create_over(change: impl FnOnce(&mut keywright::Item)) {
    let local = Local::start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    let mut item = order().to_item().unwrap();
    item.insert("PK".into(), AttributeValue::S("USER#ann".into()));
    change(&mut item);
    local.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    let key = || Order::key("ann", order().at, 7);
    assert_eq!(shop.get(key()).await.unwrap(), Some(order()));
    let created = Order { cents: 2, ..order() };
    assert_eq!(shop.create(&created).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    let in_transaction = shop.transaction().create(&created).await.unwrap_err();
    assert_eq!(in_transaction.kind(), ErrorKind::TransactionCancelled);
    let upsert = shop.upsert(key()).set(Order::CENTS, 3);
    upsert.await.unwrap();
    assert_eq!(shop.scan::<Order>().await.unwrap().items, [Order { cents: 3, ..order() }]);
}

#[tokio::test]
async fn without_a_field_that_the_key_contains() {
    create_over(|item| drop(item.remove("customer"))).await;
    create_over(|item| drop(item.remove("id"))).await;
}

#[tokio::test]
async fn with_a_time_in_another_text() {
    let text = AttributeValue::S("2026-09-21T16:13:20+02:00".into());
    create_over(|item| drop(item.insert("at".into(), text))).await;
}

#[tokio::test]
async fn without_the_discriminator() {
    create_over(|item| drop(item.remove("_et"))).await;
}
