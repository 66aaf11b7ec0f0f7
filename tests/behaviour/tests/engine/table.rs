//! A table with a sort key, one global index with ties, one without a sort key, one local index.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType,
    LocalSecondaryIndex, Projection, ProjectionType, ScalarAttributeType,
};

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) const TABLE: &str = "platform";
/// Global, partition key `G`, sort key `GS` (a number), all attributes.
pub(crate) const GLOBAL: &str = "GSI1";
/// Global, partition key `G` only: the whole partition is one tie. All attributes.
pub(crate) const KEYLESS: &str = "GSI2";
/// Local, sort key `LS`, keys only.
pub(crate) const LOCAL: &str = "LSI1";

/// Global, partition key `A` and `B`, sort key `C` and `D` (numbers), all attributes.
pub(crate) const MULTI: &str = "GSI3";

pub(crate) fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

pub(crate) fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn item<const N: usize>(attributes: [(&str, AttributeValue); N]) -> Item {
    attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

pub(crate) fn key(pk: &str, sk: &str) -> Item {
    item([("PK", s(pk)), ("SK", s(sk))])
}

fn schema(name: &str, kind: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(name).key_type(kind).build().unwrap()
}

fn projection(kind: ProjectionType) -> Projection {
    Projection::builder().projection_type(kind).build()
}

pub(crate) async fn create(client: &Client) {
    use ScalarAttributeType::{N, S};
    let types = [("PK", S), ("SK", S), ("G", S), ("GS", N), ("LS", S)];
    let definitions = types
        .map(|(name, kind)| AttributeDefinition::builder().attribute_name(name).attribute_type(kind).build().unwrap());
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(definitions.to_vec()))
        .key_schema(schema("PK", KeyType::Hash))
        .key_schema(schema("SK", KeyType::Range))
        .global_secondary_indexes(
            GlobalSecondaryIndex::builder()
                .index_name(GLOBAL)
                .key_schema(schema("G", KeyType::Hash))
                .key_schema(schema("GS", KeyType::Range))
                .projection(projection(ProjectionType::All))
                .build()
                .unwrap(),
        )
        .global_secondary_indexes(
            GlobalSecondaryIndex::builder()
                .index_name(KEYLESS)
                .key_schema(schema("G", KeyType::Hash))
                .projection(projection(ProjectionType::All))
                .build()
                .unwrap(),
        )
        .local_secondary_indexes(
            LocalSecondaryIndex::builder()
                .index_name(LOCAL)
                .key_schema(schema("PK", KeyType::Hash))
                .key_schema(schema("LS", KeyType::Range))
                .projection(projection(ProjectionType::KeysOnly))
                .build()
                .unwrap(),
        )
        .send()
        .await
        .unwrap();
}

pub(crate) async fn create_with_a_multi_attribute_index(client: &Client) {
    use ScalarAttributeType::{N, S};
    let types = [("PK", S), ("SK", S), ("A", S), ("B", S), ("C", N), ("D", N)];
    let definitions = types
        .map(|(name, kind)| AttributeDefinition::builder().attribute_name(name).attribute_type(kind).build().unwrap());
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(definitions.to_vec()))
        .key_schema(schema("PK", KeyType::Hash))
        .key_schema(schema("SK", KeyType::Range))
        .global_secondary_indexes(
            GlobalSecondaryIndex::builder()
                .index_name(MULTI)
                .key_schema(schema("A", KeyType::Hash))
                .key_schema(schema("B", KeyType::Hash))
                .key_schema(schema("C", KeyType::Range))
                .key_schema(schema("D", KeyType::Range))
                .projection(projection(ProjectionType::All))
                .build()
                .unwrap(),
        )
        .send()
        .await
        .unwrap();
}

pub(crate) async fn put(client: &Client, item: Item) {
    client.put_item().table_name(TABLE).set_item(Some(item)).send().await.unwrap();
}

pub(crate) async fn get(client: &Client, pk: &str, sk: &str) -> Option<Item> {
    client.get_item().table_name(TABLE).set_key(Some(key(pk, sk))).send().await.unwrap().item
}
