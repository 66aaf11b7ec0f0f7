//! Tables of several shapes, and shorthands for requests.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::{PutItemError, PutItemOutput};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType,
    LocalSecondaryIndex, Projection, ProjectionType, ProvisionedThroughput, ScalarAttributeType, ThrottlingReason,
    WarmThroughput,
};
use keywright_local::{Local, Partitions, ResourceSnapshot};

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) const TABLE: &str = "ops";
pub(crate) const INDEX: &str = "GSI1";

pub(crate) fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

pub(crate) fn key(pk: &str, sk: &str) -> Item {
    [("PK".to_owned(), s(pk)), ("SK".to_owned(), s(sk))].into()
}

/// Returns an item whose attribute `G` is the key of [`INDEX`].
pub(crate) fn indexed(pk: &str, sk: &str, index_key: &str) -> Item {
    let mut item = key(pk, sk);
    item.insert("G".to_owned(), s(index_key));
    item
}

/// Returns an item of exactly this many write units, less 24 bytes.
pub(crate) fn large(pk: &str, sk: &str, units: usize) -> Item {
    let mut item = key(pk, sk);
    let others = pk.len() + sk.len() + "PKSKfill".len() + 24;
    item.insert("fill".to_owned(), s("x".repeat(units * 1_024 - others)));
    item
}

pub(crate) fn schema(name: &str, kind: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(name).key_type(kind).build().unwrap()
}

pub(crate) fn definition(name: &str) -> AttributeDefinition {
    AttributeDefinition::builder().attribute_name(name).attribute_type(ScalarAttributeType::S).build().unwrap()
}

pub(crate) fn projection(kind: ProjectionType) -> Projection {
    Projection::builder().projection_type(kind).build()
}

pub(crate) fn warm(read: i64, write: i64) -> WarmThroughput {
    WarmThroughput::builder().read_units_per_second(read).write_units_per_second(write).build()
}

pub(crate) fn provisioned(read: i64, write: i64) -> ProvisionedThroughput {
    ProvisionedThroughput::builder().read_capacity_units(read).write_capacity_units(write).build().unwrap()
}

pub(crate) fn global(name: &str, key: &str, kind: ProjectionType) -> GlobalSecondaryIndex {
    let index = GlobalSecondaryIndex::builder().index_name(name).key_schema(schema(key, KeyType::Hash));
    index.projection(projection(kind)).build().unwrap()
}

pub(crate) fn local_index(name: &str, key: &str, kind: ProjectionType) -> LocalSecondaryIndex {
    let index = LocalSecondaryIndex::builder().index_name(name).key_schema(schema("PK", KeyType::Hash));
    index.key_schema(schema(key, KeyType::Range)).projection(projection(kind)).build().unwrap()
}

/// Creates a table of `PK` and `SK`, on demand unless changed.
pub(crate) fn table(client: &Client) -> CreateTableFluentBuilder {
    let create = client.create_table().table_name(TABLE).billing_mode(BillingMode::PayPerRequest);
    let create = create.attribute_definitions(definition("PK")).attribute_definitions(definition("SK"));
    create.key_schema(schema("PK", KeyType::Hash)).key_schema(schema("SK", KeyType::Range))
}

/// [`table`] with [`INDEX`].
pub(crate) fn indexed_table(client: &Client) -> CreateTableFluentBuilder {
    let create = table(client).attribute_definitions(definition("G"));
    create.global_secondary_indexes(global(INDEX, "G", ProjectionType::All))
}

/// Starts an engine with partitions and a client without retries.
pub(crate) fn engine(partitions: Partitions) -> (Local, Client) {
    let local = Local::builder().answer_inline().partitions(partitions).start();
    let client = Client::from_conf(local.config().retry_config(RetryConfig::disabled()).build());
    (local, client)
}

/// [`engine`] with [`table`].
pub(crate) async fn start() -> (Local, Client) {
    let (local, client) = engine(Partitions::default());
    table(&client).send().await.unwrap();
    (local, client)
}

pub(crate) async fn put(client: &Client, item: Item) -> Result<PutItemOutput, SdkError<PutItemError>> {
    client.put_item().table_name(TABLE).set_item(Some(item)).send().await
}

/// Returns how many of `count` items with this partition key are admitted now.
pub(crate) async fn admitted(client: &Client, pk: &str, count: usize) -> usize {
    let mut admitted = 0;
    for number in 0..count {
        match put(client, key(pk, &number.to_string())).await {
            Ok(_) => admitted += 1,
            Err(error) => assert!(is_throttled(&error.into_service_error())),
        }
    }
    admitted
}

pub(crate) fn is_throttled(error: &PutItemError) -> bool {
    matches!(error, PutItemError::ThrottlingException(_)) || error.is_provisioned_throughput_exceeded_exception()
}

pub(crate) fn reason(reason: &str, resource: &str) -> ThrottlingReason {
    let arn = format!("arn:aws:dynamodb:dynoxide:000000000000:table/{resource}");
    ThrottlingReason::builder().reason(reason).resource(arn).build()
}

pub(crate) fn of_table(local: &Local) -> ResourceSnapshot {
    local.partitions(TABLE).unwrap().table
}

pub(crate) fn of_index(local: &Local, index: &str) -> ResourceSnapshot {
    let found = local.partitions(TABLE).unwrap().indexes;
    found.into_iter().find(|found| found.index.as_deref() == Some(index)).unwrap()
}

/// Returns the number of keys in each partition, if each key was written once with one unit.
pub(crate) fn loads(resource: &ResourceSnapshot) -> Vec<u64> {
    resource.partitions.iter().map(|partition| partition.consumed.write as u64).collect()
}
