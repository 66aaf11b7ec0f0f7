//! Reads the keys and indexes of a table from DynamoDB.

use aws_sdk_dynamodb::{
    Client,
    error::DisplayErrorContext,
    types::{KeySchemaElement, Projection},
};
use serde_json::{Value, json};

use crate::audit::{input::InputError, shape::TableShape};

/// Requests the table's keys and indexes with `DescribeTable`.
pub(crate) async fn describe(client: &Client, table: &str) -> Result<TableShape, InputError> {
    let answer = client.describe_table().table_name(table).send().await;
    let answer = answer.map_err(|error| InputError(DisplayErrorContext(error).to_string()))?;
    let table = answer.table().ok_or_else(|| InputError("an answer without a table".to_owned()))?;
    let global = table
        .global_secondary_indexes()
        .iter()
        .map(|index| described(index.index_name(), index.key_schema(), index.projection()));
    let local = table
        .local_secondary_indexes()
        .iter()
        .map(|index| described(index.index_name(), index.key_schema(), index.projection()));
    let attributes = table.attribute_definitions().iter().map(|attribute| {
        json!({ "AttributeName": attribute.attribute_name(), "AttributeType": attribute.attribute_type().as_str() })
    });
    let mut document = described(None, table.key_schema(), None);
    document["TableName"] = json!(table.table_name());
    document["GlobalSecondaryIndexes"] = global.collect();
    document["LocalSecondaryIndexes"] = local.collect();
    document["AttributeDefinitions"] = attributes.collect();
    TableShape::described(&document).map_err(|error| InputError(error.to_string()))
}

fn described(name: Option<&str>, key: &[KeySchemaElement], projection: Option<&Projection>) -> Value {
    let element = |element: &KeySchemaElement| {
        let kind = element.key_type().as_str();
        json!({ "AttributeName": element.attribute_name(), "KeyType": kind })
    };
    let projection = projection.map(|projection| {
        json!({
            "ProjectionType": projection.projection_type().map(|of| of.as_str()),
            "NonKeyAttributes": projection.non_key_attributes(),
        })
    });
    json!({ "IndexName": name, "KeySchema": key.iter().map(element).collect::<Vec<_>>(), "Projection": projection })
}
