//! A table with a sort key, a global index with ties, one without a sort key, and a local index.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    operation::create_table::builders::CreateTableFluentBuilder,
    types::{
        AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType,
        LocalSecondaryIndex, Projection, ProjectionType, ScalarAttributeType,
    },
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

/// Returns the elements of a key schema: partition attributes, then sort attributes.
fn key_schema(partition: &[&str], sort: &[&str]) -> Vec<KeySchemaElement> {
    let element = |name: &&str, kind| KeySchemaElement::builder().attribute_name(*name).key_type(kind).build().unwrap();
    let partition = partition.iter().map(|name| element(name, KeyType::Hash));
    partition.chain(sort.iter().map(|name| element(name, KeyType::Range))).collect()
}

fn projection(kind: ProjectionType) -> Projection {
    Projection::builder().projection_type(kind).build()
}

/// Returns a global index that projects all attributes.
fn global_index(name: &str, partition: &[&str], sort: &[&str]) -> GlobalSecondaryIndex {
    let index = GlobalSecondaryIndex::builder().index_name(name).projection(projection(ProjectionType::All));
    index.set_key_schema(Some(key_schema(partition, sort))).build().unwrap()
}

/// Creates the table with these key attributes, but without indexes.
fn table<const N: usize>(client: &Client, types: [(&str, ScalarAttributeType); N]) -> CreateTableFluentBuilder {
    let definitions = types
        .map(|(name, kind)| AttributeDefinition::builder().attribute_name(name).attribute_type(kind).build().unwrap());
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(definitions.to_vec()))
        .set_key_schema(Some(key_schema(&["PK"], &["SK"])))
}

pub(crate) async fn create(client: &Client) {
    use ScalarAttributeType::{N, S};
    let local = LocalSecondaryIndex::builder().index_name(LOCAL).projection(projection(ProjectionType::KeysOnly));
    let local = local.set_key_schema(Some(key_schema(&["PK"], &["LS"]))).build().unwrap();
    table(client, [("PK", S), ("SK", S), ("G", S), ("GS", N), ("LS", S)])
        .global_secondary_indexes(global_index(GLOBAL, &["G"], &["GS"]))
        .global_secondary_indexes(global_index(KEYLESS, &["G"], &[]))
        .local_secondary_indexes(local)
        .send()
        .await
        .unwrap();
}

pub(crate) async fn create_with_a_multi_attribute_index(client: &Client) {
    use ScalarAttributeType::{N, S};
    table(client, [("PK", S), ("SK", S), ("A", S), ("B", S), ("C", N), ("D", N)])
        .global_secondary_indexes(global_index(MULTI, &["A", "B"], &["C", "D"]))
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
