//! Two entities of one partition key with an older template, in a table without discriminator: the sort key decides
//! which entity an item under the older key is of.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(discriminator = none, sk = "at")]
#[entities(Visit, Invoice)]
struct Store;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "USER#<user>", legacy(template = "OLD#<user>"))]
#[sk(template = "<at>")]
struct Visit {
    user: u32,
    at: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Store)]
#[pk(template = "USER#<user>", legacy(template = "OLD#<user>"))]
#[sk(template = "INVOICE#<number>")]
struct Invoice {
    user: u32,
    number: u32,
}

/// Moves all items to the older key, as an earlier release wrote them.
async fn move_to_older_key(store: &Handle<Store>) {
    let client = store.client();
    for item in client.scan().table_name("store").send().await.unwrap().items() {
        let mut older = item.clone();
        older.insert("PK".into(), AttributeValue::S("OLD#7".into()));
        client.put_item().table_name("store").set_item(Some(older)).send().await.unwrap();
        let delete = client.delete_item().table_name("store").key("PK", item["PK"].clone());
        delete.key("at", item["at"].clone()).send().await.unwrap();
    }
}

#[tokio::test]
async fn each_entity_reads_its_own_items_under_an_older_key() {
    let store = Local::start().open::<Store>("store").await.unwrap();
    let visit = |seconds| Visit { user: 7, at: DateTime::from_timestamp(seconds, 5).unwrap() };
    let invoice = |number| Invoice { user: 7, number };
    store.put(&visit(1)).await.unwrap();
    store.put(&invoice(1)).await.unwrap();
    move_to_older_key(&store).await;
    store.put(&visit(2)).await.unwrap();
    store.put(&invoice(2)).await.unwrap();
    assert_eq!(Visit::query(7_u32).send(&store).await.unwrap().items, [visit(1), visit(2)]);
    assert_eq!(Visit::query(7_u32).newest_first().limit(1).send(&store).await.unwrap().items, [visit(2)]);
    assert_eq!(Invoice::query(7_u32).send(&store).await.unwrap().items, [invoice(1), invoice(2)]);
    assert_eq!(Visit::query(7_u32).count(&store).await.unwrap(), 2);
    assert_eq!(Visit::query(7_u32).keys().send(&store).await.unwrap().items.len(), 2);
    assert_eq!(store.scan::<Visit>().await.unwrap().items.len(), 2);
}
