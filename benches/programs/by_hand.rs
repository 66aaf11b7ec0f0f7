//! The calls of `first.rs` by hand, with the SDK, `serde_dynamo` and keys as texts: the least that a user's crate
//! compiles.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    error::ProvideErrorMetadata as _,
    types::{AttributeValue, ReturnValuesOnConditionCheckFailure},
};
use keywright::Table;
use keywright_local::Local;
use serde::{Deserialize, Serialize};

// Only creates the table.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
struct Shop;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    customer: String,
    id: u32,
    courier: String,
    cents: u64,
    note: Option<String>,
}

type Item = HashMap<String, AttributeValue>;
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn text(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn key(customer: &str, id: u32) -> Item {
    Item::from([("PK".into(), text(format!("CUSTOMER#{customer}"))), ("SK".into(), text(format!("ORDER#{id:010}")))])
}

fn item(order: &Order) -> Result<Item> {
    let mut item: Item = serde_dynamo::to_item(order)?;
    item.extend(key(&order.customer, order.id));
    item.insert("_et".into(), text("Order"));
    item.insert("GSI1PK".into(), text(format!("COURIER#{}", order.courier)));
    item.insert("GSI1SK".into(), text(format!("{:010}", order.id)));
    Ok(item)
}

async fn put(client: &Client, order: &Order) -> Result<()> {
    client.put_item().table_name("shop").set_item(Some(item(order)?)).send().await?;
    Ok(())
}

async fn create(client: &Client, order: &Order) -> Result<bool> {
    let put = client.put_item().table_name("shop").set_item(Some(item(order)?));
    let put = put.condition_expression("attribute_not_exists(#pk)").expression_attribute_names("#pk", "PK");
    match put.send().await {
        Ok(_) => Ok(true),
        Err(error) if error.code() == Some("ConditionalCheckFailedException") => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn get(client: &Client, key: Item) -> Result<Option<Order>> {
    let answer = client.get_item().table_name("shop").set_key(Some(key)).send().await?;
    Ok(answer.item.map(serde_dynamo::from_item).transpose()?)
}

async fn newest(client: &Client, customer: &str, limit: i32) -> Result<Vec<Order>> {
    let query = client.query().table_name("shop").key_condition_expression("#pk = :pk AND begins_with(#sk, :sk)");
    let query = query.expression_attribute_names("#pk", "PK").expression_attribute_names("#sk", "SK");
    let query = query.expression_attribute_values(":pk", text(format!("CUSTOMER#{customer}")));
    let query = query.expression_attribute_values(":sk", text("ORDER#")).scan_index_forward(false).limit(limit);
    Ok(serde_dynamo::from_items(query.send().await?.items.unwrap_or_default())?)
}

async fn by_courier(
    client: &Client,
    courier: &str,
    limit: i32,
    cursor: Option<Item>,
) -> Result<(Vec<Order>, Option<Item>)> {
    let query = client.query().table_name("shop").index_name("GSI1").key_condition_expression("#pk = :pk");
    let query = query.expression_attribute_names("#pk", "GSI1PK").limit(limit).set_exclusive_start_key(cursor);
    let query = query.expression_attribute_values(":pk", text(format!("COURIER#{courier}")));
    let answer = query.send().await?;
    Ok((serde_dynamo::from_items(answer.items.unwrap_or_default())?, answer.last_evaluated_key))
}

async fn transfer(client: &Client, key: Item, courier: &str, cents: i64, least: u64) -> Result<bool> {
    let update = client.update_item().table_name("shop").set_key(Some(key));
    let update = update.update_expression("SET #courier = :courier, #gsi1pk = :gsi1pk ADD #cents :cents");
    let update = update.condition_expression("attribute_exists(#pk) AND #cents >= :least");
    let names = [("#courier", "courier"), ("#gsi1pk", "GSI1PK"), ("#cents", "cents"), ("#pk", "PK")];
    let update =
        names.iter().fold(update, |update, (name, attribute)| update.expression_attribute_names(*name, *attribute));
    let values = [
        (":courier", text(courier)),
        (":gsi1pk", text(format!("COURIER#{courier}"))),
        (":cents", AttributeValue::N(cents.to_string())),
        (":least", AttributeValue::N(least.to_string())),
    ];
    let update =
        values.into_iter().fold(update, |update, (name, value)| update.expression_attribute_values(name, value));
    let update = update.return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    match update.send().await {
        Ok(_) => Ok(true),
        Err(error) if error.code() == Some("ConditionalCheckFailedException") => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let local = Local::start();
    local.open::<Shop>("shop").await?;
    let client = local.client();
    let order = |id, cents| Order { customer: "ann".into(), id, courier: "bob".into(), cents, note: None };
    put(&client, &order(7, 4_200)).await?;
    assert!(create(&client, &order(12, 990)).await?);
    assert_eq!(get(&client, key("ann", 7)).await?, Some(order(7, 4_200)));
    assert_eq!(newest(&client, "ann", 20).await?[0].id, 12);
    let (_, cursor) = by_courier(&client, "bob", 1, None).await?;
    assert_eq!(by_courier(&client, "bob", 1, cursor).await?.0, [order(12, 990)]);
    assert!(transfer(&client, key("ann", 7), "eve", -200, 200).await?);
    client.delete_item().table_name("shop").set_key(Some(key("ann", 12))).send().await?;
    Ok(())
}
