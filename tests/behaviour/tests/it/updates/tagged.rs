//! serde's tag of a struct: an attribute of every item, whichever call writes it.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Attributes, Entity, Handle, Item, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(discriminator = "kind")]
#[entities(Bill, Memo)]
struct Ledger;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ledger)]
#[pk(template = "BILL#<id>")]
#[sk(template = "BILL")]
#[serde(tag = "type", rename = "bill", rename_all = "camelCase")]
struct Bill {
    id: String,
    total_cents: u64,
    #[serde(flatten)]
    others: Attributes,
}

/// An entity whose tag is the table's discriminator.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Ledger, name = "memo")]
#[pk(template = "MEMO#<id>")]
#[sk(template = "MEMO")]
#[serde(tag = "kind", rename(serialize = "memo"))]
struct Memo {
    id: String,
    text: String,
}

async fn only_item(ledger: &Handle<Ledger>) -> Item {
    let items = ledger.client().scan().table_name("ledger").send().await.unwrap().items.unwrap_or_default();
    assert_eq!(items.len(), 1);
    items.into_iter().next().unwrap()
}

#[tokio::test]
async fn upsert_writes_the_serde_tag_like_a_put() {
    let local = Local::start();
    let ledger = local.open::<Ledger>("ledger").await.unwrap();
    ledger.upsert(Bill::key("1")).set(Bill::TOTAL_CENTS, 500_u64).await.unwrap();
    let made = only_item(&ledger).await;
    assert_eq!(made["type"], AttributeValue::S("bill".into()));
    let bill = ledger.get(Bill::key("1")).await.unwrap().unwrap();
    assert_eq!(bill.others.iter().count(), 0, "the tag is not another writer's");
    assert_eq!(bill.to_item().unwrap(), made);
    ledger.put(&bill).await.unwrap();
    assert_eq!(only_item(&ledger).await, made);
}

#[tokio::test]
async fn serde_tag_can_be_the_discriminator() {
    let local = Local::start();
    let ledger = local.open::<Ledger>("ledger").await.unwrap();
    ledger.upsert(Memo::key("1")).set(Memo::TEXT, "hello").await.unwrap();
    let made = only_item(&ledger).await;
    let memo = ledger.get(Memo::key("1")).await.unwrap().unwrap();
    assert_eq!(memo.to_item().unwrap(), made);
    assert_eq!(made["kind"], AttributeValue::S("memo".into()));
}
