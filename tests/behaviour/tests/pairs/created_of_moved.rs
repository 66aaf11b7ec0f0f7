//! An item without a time of creation that an update moves from an older key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Order)]
struct Shop;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>", legacy(template = "USER#<customer>"))]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
    cents: u64,
    #[entity(created)]
    created: Option<DateTime<Utc>>,
}

#[tokio::test]
async fn an_update_that_moves_an_item_does_not_create_it() {
    let local = Local::start();
    let shop = local.open::<Shop>("shop").await.unwrap();
    let order = Order { customer: "ann".into(), id: 7, cents: 1, created: None };
    let mut item = order.to_item().unwrap();
    item.remove("created");
    item.insert("PK".into(), aws_sdk_dynamodb::types::AttributeValue::S("USER#ann".into()));
    local.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    shop.update(Order::key("ann", 7)).add(Order::CENTS, 1).await.unwrap();
    assert_eq!(shop.get(Order::key("ann", 7)).await.unwrap(), Some(Order { cents: 2, ..order }));
    let stored = local.client().scan().table_name("shop").send().await.unwrap();
    assert_eq!(stored.items()[0]["PK"].as_s().unwrap(), "CUSTOMER#ann");
    assert!(!stored.items()[0].contains_key("created"));
}
