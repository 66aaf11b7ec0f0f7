//! The contents of a table, read by the SDK's own client.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Handle, Item, Table};
use keywright_local::Local;

/// Returns all items of the table.
pub async fn items<T: Table>(table: &Handle<T>) -> Vec<Item> {
    let scan = table.client().scan().table_name(table.table_name()).consistent_read(true);
    scan.into_paginator().items().send().collect::<Result<_, _>>().await.unwrap()
}

/// Returns the different partition keys in the table.
pub async fn partition_keys<T: Table>(table: &Handle<T>) -> BTreeSet<String> {
    items(table).await.iter().map(|item| text(item, "PK")).collect()
}

/// Returns the items under one partition key of the table, in the order of the sort key.
pub async fn under<T: Table>(table: &Handle<T>, partition_key: &str) -> Vec<Item> {
    let query = table.client().query().table_name(table.table_name()).key_condition_expression("PK = :pk");
    let pages = query.expression_attribute_values(":pk", s(partition_key)).into_paginator().items().send();
    pages.collect::<Result<_, _>>().await.unwrap()
}

/// Returns a text attribute of an item.
pub fn text(item: &Item, attribute: &str) -> String {
    item[attribute].as_s().unwrap().clone()
}

pub fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// Returns how many requests of an operation the engine answered.
pub fn requests(local: &Local, operation: &str) -> usize {
    local.operations().iter().filter(|asked| asked.name == operation).count()
}
