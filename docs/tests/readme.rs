//! Tests the length of the README and its stored item.

use keywright::{Entity, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

const README: &str = include_str!("../../README.md");

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
#[entities(Order)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_courier, pk = "COURIER#<courier>", sk = "<id>")]
struct Order {
    customer: String,
    id: u32,
    courier: String,
    cents: u64,
    note: Option<String>,
}

#[test]
fn the_readme_has_at_most_150_lines() {
    let lines = README.lines().count();
    assert!(lines <= 150, "{lines} lines");
}

#[tokio::test]
async fn the_stored_item_of_the_readme_is_correct() -> Result<(), Box<dyn std::error::Error>> {
    let local = Local::start();
    let shop = local.open::<Shop>("shop").await?;
    let (customer, courier) = ("ann".to_owned(), "bob".to_owned());
    shop.put(&Order { customer, id: 7, courier, cents: 4_200, note: None }).await?;
    let answer = local.client().scan().table_name("shop").send().await?;
    let stored: serde_json::Map<_, _> = answer.items()[0]
        .iter()
        .map(|(name, value)| {
            let value = match value {
                aws_sdk_dynamodb::types::AttributeValue::S(text) => serde_json::json!({ "S": text }),
                aws_sdk_dynamodb::types::AttributeValue::N(number) => serde_json::json!({ "N": number }),
                aws_sdk_dynamodb::types::AttributeValue::Null(is_null) => serde_json::json!({ "NULL": is_null }),
                other => panic!("{name}: {other:?}"),
            };
            (name.clone(), value)
        })
        .collect();

    let shown = README.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).ok_or("no JSON block")?;
    assert_eq!(serde_json::from_str::<serde_json::Value>(shown)?, serde_json::Value::Object(stored));
    Ok(())
}
