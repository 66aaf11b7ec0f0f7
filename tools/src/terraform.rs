//! The table as a Terraform configuration.

use keywright::{
    Schema, Table,
    schema::{IndexSchema, KeyAttribute, KeyAttributes, LocalIndexSchema, Projection, TableSchema},
};
use serde_json::{Map, Value, json};

use crate::{
    create_table::{key_attributes, letter},
    warm_throughput::warm_throughput,
};

/// A Terraform configuration in its JSON syntax (`table.tf.json`), with the table as its one resource.
///
/// The table is on demand, with point-in-time recovery and with the declared TTL attribute, and Terraform refuses to destroy
/// it. Its name is the variable `table_name`, `table_name` unless given. An index whose key has several attributes is
/// written with `key_schema`, which older versions of the AWS provider do not know; others with `hash_key` and
/// `range_key`.
///
/// Terraform: [`aws_dynamodb_table`](https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/dynamodb_table),
/// [JSON syntax](https://developer.hashicorp.com/terraform/language/syntax/json).
pub fn terraform<S: Schema>(table_name: &str) -> Value {
    json!({
        "variable": { "table_name": { "type": "string", "default": table_name } },
        "resource": { "aws_dynamodb_table": { "table": resource::<S>() } },
        "output": {
            "table_name": { "value": "${aws_dynamodb_table.table.name}" },
            "table_arn": { "value": "${aws_dynamodb_table.table.arn}" },
        },
    })
}

fn resource<S: Schema>() -> Value {
    let table = <S::Table as Table>::SCHEMA;
    let mut resource = json!({
        "name": "${var.table_name}",
        "billing_mode": "PAY_PER_REQUEST",
        "attribute": attributes(&table),
        "hash_key": text(table.partition_key.name),
        "point_in_time_recovery": { "enabled": true },
        "lifecycle": { "prevent_destroy": true },
    });
    if let Some(sort) = table.sort_key {
        resource["range_key"] = text(sort.name);
    }
    if let Some(ttl) = table.ttl {
        resource["ttl"] = json!({ "attribute_name": text(ttl), "enabled": true });
    }
    if !table.indexes.is_empty() {
        resource["global_secondary_index"] = table.indexes.iter().map(global_secondary_index::<S>).collect();
    }
    if !table.local_indexes.is_empty() {
        resource["local_secondary_index"] = table.local_indexes.iter().map(local_secondary_index).collect();
    }
    if let Some(units) = warm_throughput::<S>(None) {
        resource["warm_throughput"] = json!({ "write_units_per_second": units });
    }
    resource
}

fn attributes(table: &TableSchema) -> Value {
    let attributes = key_attributes(table).into_iter();
    attributes.map(|attribute| json!({ "name": text(attribute.name), "type": letter(attribute.kind) })).collect()
}

fn global_secondary_index<S: Schema>(index: &IndexSchema) -> Value {
    let mut value = projected(index.name, index.projection);
    let parts = [Some(index.partition_key), index.sort_key].into_iter().zip(["HASH", "RANGE"]);
    let parts: Vec<(KeyAttributes, &str)> = parts.filter_map(|(part, kind)| Some((part?, kind))).collect();
    if parts.iter().any(|(part, _)| part.count() > 1) {
        let element =
            |attribute: KeyAttribute, kind| json!({ "attribute_name": text(attribute.name), "key_type": kind });
        let elements = parts.iter().flat_map(|(part, kind)| part.iter().map(move |attribute| element(attribute, kind)));
        value.insert("key_schema".to_owned(), elements.collect());
    } else {
        for (part, kind) in parts {
            let name = if kind == "HASH" { "hash_key" } else { "range_key" };
            value.insert(name.to_owned(), text(part.first.name));
        }
    }
    if let Some(units) = warm_throughput::<S>(Some(index.name)) {
        value.insert("warm_throughput".to_owned(), json!({ "write_units_per_second": units }));
    }
    Value::Object(value)
}

fn local_secondary_index(index: &LocalIndexSchema) -> Value {
    let mut value = projected(index.name, index.projection);
    value.insert("range_key".to_owned(), text(index.sort_key.name));
    Value::Object(value)
}

fn projected(name: &str, projection: Projection) -> Map<String, Value> {
    let mut value = Map::from_iter([("name".to_owned(), text(name))]);
    let kind = match projection {
        Projection::All => "ALL",
        Projection::KeysOnly => "KEYS_ONLY",
        Projection::Include(attributes) => {
            value.insert("non_key_attributes".to_owned(), attributes.iter().map(|name| text(name)).collect());
            "INCLUDE"
        }
    };
    value.insert("projection_type".to_owned(), json!(kind));
    value
}

/// Text that Terraform does not take for a template.
fn text(text: &str) -> Value {
    json!(text.replace("${", "$${").replace("%{", "%%{"))
}
