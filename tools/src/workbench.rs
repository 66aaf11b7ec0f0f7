//! Exports a schema as a data model of NoSQL Workbench.
//!
//! The model contains the table with its global indexes, and one facet for each entity. A facet's aliases are the
//! entity's key templates, and its sample items have the keys that the library writes. NoSQL Workbench imports the
//! file under *Import data model*, and `keywright scaffold` reads it back.
//!
//! ```
//! # use keywright::{Entity, Table};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Table)]
//! # #[entities(Order)]
//! # struct Shop;
//! # #[derive(Entity, Serialize, Deserialize)]
//! # #[entity(table = Shop)]
//! # #[pk(template = "CUSTOMER#<customer>")]
//! # #[sk(template = "ORDER#<id>")]
//! # struct Order { customer: String, id: String }
//! let model = keywright_tools::workbench::workbench::<Shop>("shop").document;
//! let facet = &model["DataModel"][0]["TableFacets"][0];
//! assert_eq!(facet["KeyAttributeAlias"]["PartitionKeyAlias"], "CUSTOMER#<customer>");
//! assert_eq!(facet["TableData"][0]["PK"]["S"], "CUSTOMER#customer-1");
//! ```
//!
//! AWS documents the application, but not the format. The format here is that of [the models that AWS
//! publishes](https://github.com/aws-samples/aws-dynamodb-examples/tree/master/schema_design/SchemaExamples), version
//! 3.0. In it, an index key is one attribute, and an index is global. Local indexes and keys of several attributes are
//! therefore left out, as are the sentinels of unique fields.

mod attributes;
mod sample;

use keywright::{
    Schema, Table,
    schema::{EntitySchema, IndexSchema, KeyAttribute, KeySchema, TableSchema},
};
use serde_json::{Map, Value, json};

use crate::{
    access_patterns::samples::item::{SampleItem, items},
    create_table::projection,
    infrastructure::{Projection, letter},
    template_text::spelled_out,
};
use attributes::Attributes;

/// The dates of the model. They are constant, so that the model changes with the schema only.
const DATE: &str = "Jan 01, 1970, 12:00 AM";

/// A data model, and what it leaves out.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Model {
    /// The content of the file that NoSQL Workbench imports.
    pub document: Value,
    /// The indexes and attributes that the format or the schema cannot express, as sentences.
    pub notes: Vec<String>,
}

/// Exports a schema as a data model of NoSQL Workbench. `table_name` is the table's name in the model.
pub fn workbench<S: Schema>(table_name: &str) -> Model {
    model(&<S::Table as Table>::SCHEMA, S::ENTITIES, table_name)
}

fn model(table: &TableSchema, entities: &[&'static EntitySchema], table_name: &str) -> Model {
    let mut attributes = Attributes::of(table, entities);
    let samples = items(entities);
    let facets: Vec<_> = entities.iter().map(|entity| facet(table, entity, &samples, &attributes)).collect();
    let mut notes = std::mem::take(&mut attributes.notes);
    let mut data_model = json!({
        "TableName": table_name,
        "KeyAttributes": key_attributes(table.partition_key, table.sort_key),
        "NonKeyAttributes": attributes.definitions(),
        "TableFacets": facets,
        "DataAccess": { "MySql": {} },
        "BillingMode": "PAY_PER_REQUEST",
    });
    let indexes: Vec<_> = table.indexes.iter().filter_map(|index| global_index(index, &mut notes)).collect();
    if !indexes.is_empty() {
        data_model["GlobalSecondaryIndexes"] = json!(indexes);
    }
    let local = |name| format!("the local index `{name}` is left out: a model has global indexes only");
    notes.extend(table.local_indexes.iter().map(|index| local(index.name)));
    let document = json!({
        "ModelName": table.name,
        "ModelMetadata": {
            "Author": "",
            "DateCreated": DATE,
            "DateLastModified": DATE,
            "Description": table.docs,
            "AWSService": "Amazon DynamoDB",
            "Version": "3.0",
        },
        "DataModel": [data_model],
    });
    Model { document, notes }
}

fn key_attributes(partition: KeyAttribute, sort: Option<KeyAttribute>) -> Value {
    let mut keys = json!({ "PartitionKey": attribute(partition.name, letter(partition.kind)) });
    if let Some(sort) = sort {
        keys["SortKey"] = attribute(sort.name, letter(sort.kind));
    }
    keys
}

fn attribute(name: &str, kind: &str) -> Value {
    json!({ "AttributeName": name, "AttributeType": kind })
}

fn global_index(index: &IndexSchema, notes: &mut Vec<String>) -> Option<Value> {
    if index.partition_key.count() > 1 || index.sort_key.is_some_and(|sort| sort.count() > 1) {
        notes.push(format!("the index `{}` is left out: a model has keys of one attribute only", index.name));
        return None;
    }
    Some(json!({
        "IndexName": index.name,
        "KeyAttributes": key_attributes(index.partition_key.first, index.sort_key.map(|sort| sort.first)),
        "Projection": projection(&Projection::of(index.projection)),
    }))
}

/// Returns the facet of an entity: its key templates, its attributes and its sample items.
fn facet(table: &TableSchema, entity: &EntitySchema, samples: &[SampleItem], attributes: &Attributes) -> Value {
    let alias = |key: &KeySchema| {
        let mut alias = json!({ "PartitionKeyAlias": spelled_out(entity, &key.partition) });
        if let (Some(sort), Some(_)) = (&key.sort, table.sort_key) {
            alias["SortKeyAlias"] = json!(spelled_out(entity, sort));
        }
        alias
    };
    let own: Vec<_> = samples.iter().filter(|sample| sample.entity.name == entity.name).collect();
    let table_key = |sample: &SampleItem| sample.keys().next().flatten().cloned();
    // Values that differ in what the key does not contain, such as two times of a day, have one key.
    let is_first = |place: usize, sample| own.iter().take(place).all(|other| table_key(other) != table_key(sample));
    let distinct = own.iter().enumerate().filter(|(place, sample)| is_first(*place, sample));
    let data: Vec<_> =
        distinct.zip(1..).map(|((_, sample), number)| Value::Object(sample::item(table, sample, number))).collect();
    json!({
        "FacetName": entity.name,
        "KeyAttributeAlias": entity.keys.first().map_or_else(|| Value::Object(Map::new()), alias),
        "TableData": data,
        "NonKeyAttributes": attributes.of_entity(entity.name),
        "DataAccess": { "MySql": {} },
    })
}
