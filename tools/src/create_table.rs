//! The table as a CreateTable request.

use keywright::{
    Schema, Table,
    schema::{
        AttributeKind, EntitySchema, IndexProjection, IndexSchema, KeyAttribute, KeyAttributes, LocalIndexSchema,
        TableSchema,
    },
};
use serde_json::{Map, Value, json};

use keywright::load::{WarmThroughput, warm_throughput};

/// The input of `CreateTable` as JSON: what `aws dynamodb create-table --cli-input-json file://..` takes.
///
/// The table is on demand. Where the declared load exceeds what a new on-demand table serves (4,000 write units and
/// 12,000 read units a second), it asks for warm throughput. TTL is not part of CreateTable: `aws dynamodb
/// update-time-to-live` enables it.
///
/// The figures stand in the input itself, because it is used once: nothing compares it with the table later.
pub fn create_table<S: Schema>(table_name: &str) -> Value {
    create_table_of(&<S::Table as Table>::SCHEMA, S::ENTITIES, table_name)
}

/// The input for a table of these entities.
pub(crate) fn create_table_of(table: &TableSchema, entities: &[&EntitySchema], table_name: &str) -> Value {
    let mut input = table_properties(table, |index| figures(warm_throughput(entities, index)));
    input["TableName"] = json!(table_name);
    input
}

/// The properties that CreateTable and CloudFormation write alike. `warm` gives the `WarmThroughput` of the table
/// (`None`) or of an index, if there is one.
pub(crate) fn table_properties(table: &TableSchema, warm: impl Fn(Option<&str>) -> Option<Value>) -> Value {
    let mut properties = json!({
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": attribute_definitions(table),
        "KeySchema": key_schema(one(table.partition_key), table.sort_key.map(one)),
    });
    if !table.indexes.is_empty() {
        properties["GlobalSecondaryIndexes"] =
            table.indexes.iter().map(|index| global_secondary_index(index, warm(Some(index.name)))).collect();
    }
    if !table.local_indexes.is_empty() {
        let local = |index| local_secondary_index(table.partition_key, index);
        properties["LocalSecondaryIndexes"] = table.local_indexes.iter().map(local).collect();
    }
    if let Some(warm) = warm(None) {
        properties["WarmThroughput"] = warm;
    }
    properties
}

fn global_secondary_index(index: &IndexSchema, warm: Option<Value>) -> Value {
    let mut value = json!({
        "IndexName": index.name,
        "KeySchema": key_schema(index.partition_key, index.sort_key),
        "Projection": projection(index.projection),
    });
    if let Some(warm) = warm {
        value["WarmThroughput"] = warm;
    }
    value
}

fn local_secondary_index(partition: KeyAttribute, index: &LocalIndexSchema) -> Value {
    json!({
        "IndexName": index.name,
        "KeySchema": key_schema(one(partition), Some(one(index.sort_key))),
        "Projection": projection(index.projection),
    })
}

fn figures(warm: WarmThroughput) -> Option<Value> {
    let units = [("WriteUnitsPerSecond", warm.write_units), ("ReadUnitsPerSecond", warm.read_units)];
    let asked: Map<_, _> =
        units.into_iter().filter_map(|(name, units)| Some((name.to_owned(), json!(units?)))).collect();
    (!asked.is_empty()).then_some(Value::Object(asked))
}

fn one(attribute: KeyAttribute) -> KeyAttributes {
    KeyAttributes::one(attribute)
}

fn key_schema(partition: KeyAttributes, sort: Option<KeyAttributes>) -> Value {
    let element = |attribute: KeyAttribute, kind| json!({ "AttributeName": attribute.name, "KeyType": kind });
    let hash = partition.iter().map(|attribute| element(attribute, "HASH"));
    let range = sort.into_iter().flat_map(KeyAttributes::iter).map(|attribute| element(attribute, "RANGE"));
    hash.chain(range).collect()
}

pub(crate) fn projection(projection: IndexProjection) -> Value {
    match projection {
        IndexProjection::All => json!({ "ProjectionType": "ALL" }),
        IndexProjection::KeysOnly => json!({ "ProjectionType": "KEYS_ONLY" }),
        IndexProjection::Include(attributes) => {
            json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": attributes })
        }
    }
}

fn attribute_definitions(table: &TableSchema) -> Value {
    let attributes = key_attributes(table).into_iter();
    attributes
        .map(|attribute| json!({ "AttributeName": attribute.name, "AttributeType": letter(attribute.kind) }))
        .collect()
}

/// Each key attribute once: an index may share one with the table.
pub(crate) fn key_attributes(table: &TableSchema) -> Vec<KeyAttribute> {
    let mut attributes = Vec::<KeyAttribute>::new();
    let of_table = std::iter::once(table.partition_key).chain(table.sort_key);
    let of_indexes = table.indexes.iter().flat_map(IndexSchema::keys);
    let of_local_indexes = table.local_indexes.iter().map(|index| index.sort_key);
    for attribute in of_table.chain(of_indexes).chain(of_local_indexes) {
        if !attributes.contains(&attribute) {
            attributes.push(attribute);
        }
    }
    attributes
}

pub(crate) fn letter(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::S => "S",
        AttributeKind::N => "N",
        AttributeKind::B => "B",
    }
}
