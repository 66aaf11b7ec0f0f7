//! The table as a Terraform configuration.

use keywright::{
    Schema, Table,
    physics::limits::{NEW_TABLE_READ_UNITS, NEW_TABLE_WRITE_UNITS},
    schema::{IndexProjection, IndexSchema, KeyAttribute, KeyAttributes, LocalIndexSchema, TableSchema},
};
use serde_json::{Map, Value, json};

use crate::{
    create_table::{key_attributes, letter},
    warm_place::{WarmPlace, warm_places},
};

/// The provider's versions that know everything that is written here: `key_schema` of an index is the latest, of
/// 6.29.0.
const PROVIDER_VERSION: &str = ">= 6.29.0, < 7.0.0";

/// A Terraform configuration in its JSON syntax (`table.tf.json`), with the table as its one resource.
///
/// The table is on demand, with point-in-time recovery and with the declared TTL attribute, and Terraform refuses to
/// destroy it. Its name is the variable `table_name`, `table_name` by default. It needs the AWS provider 6.29.0 or
/// later: the keys of global indexes are written with `key_schema`, because `hash_key` and `range_key` of an index are
/// deprecated from that version on. Those of the table and of local indexes are not, and have no replacement.
///
/// # Warm throughput is a variable
///
/// DynamoDB raises a table's warm throughput as its traffic grows, and it [cannot be
/// lowered](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html). A figure that is
/// fixed in the configuration falls behind, and the next plan asks for less than the table has: the provider refuses
/// that, or plans to replace the table. So each place that asks for warm throughput has a variable, whose default are
/// the design's figures and whose value `null` asks for none: `warm_throughput` for the table, and `warm_throughput_`
/// with the index's name for an index. Where a new on-demand table serves the declared load, there is no variable.
///
/// - The table's changes are ignored (`lifecycle`): the variable counts when the table is created. Raise it later with
///   `aws dynamodb update-table --warm-throughput`.
/// - `ignore_changes` cannot name an attribute of one index, because the provider's indexes are a set; to ignore the
///   whole set would leave out new indexes too. So set an index's variable to `null`, or to the present figures, once
///   DynamoDB has raised them: for an index that asks for none the provider ignores what DynamoDB does.
///
/// Terraform:
/// [`aws_dynamodb_table`](https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/dynamodb_table),
/// [`ignore_changes`](https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle#ignore_changes),
/// [JSON syntax](https://developer.hashicorp.com/terraform/language/syntax/json).
pub fn terraform<S: Schema>(table_name: &str) -> Value {
    let warm = warm_places::<S>("_");
    let mut variables = Map::from_iter(warm.iter().map(|place| (variable(place), declaration(place))));
    variables.insert("table_name".to_owned(), json!({ "type": "string", "default": table_name }));
    json!({
        "terraform": {
            "required_providers": { "aws": { "source": "hashicorp/aws", "version": PROVIDER_VERSION } },
        },
        "variable": variables,
        "resource": { "aws_dynamodb_table": { "table": resource::<S>(&warm) } },
        "output": {
            "table_name": { "value": "${aws_dynamodb_table.table.name}" },
            "table_arn": { "value": "${aws_dynamodb_table.table.arn}" },
        },
    })
}

fn resource<S: Schema>(warm: &[WarmPlace]) -> Value {
    let table = <S::Table as Table>::SCHEMA;
    let mut resource = json!({
        "name": "${var.table_name}",
        "billing_mode": "PAY_PER_REQUEST",
        "attribute": attributes(&table),
        "hash_key": text(table.partition_key.name),
        "point_in_time_recovery": { "enabled": true },
        "lifecycle": { "prevent_destroy": true, "ignore_changes": ["warm_throughput"] },
    });
    if let Some(sort) = table.sort_key {
        resource["range_key"] = text(sort.name);
    }
    if let Some(ttl) = table.ttl {
        resource["ttl"] = json!({ "attribute_name": text(ttl), "enabled": true });
    }
    if !table.indexes.is_empty() {
        resource["global_secondary_index"] =
            table.indexes.iter().map(|index| global_secondary_index(index, warm)).collect();
    }
    if !table.local_indexes.is_empty() {
        resource["local_secondary_index"] = table.local_indexes.iter().map(local_secondary_index).collect();
    }
    if let Some(block) = warm_block(warm, None) {
        resource["dynamic"] = block;
    }
    resource
}

fn attributes(table: &TableSchema) -> Value {
    let attributes = key_attributes(table).into_iter();
    attributes.map(|attribute| json!({ "name": text(attribute.name), "type": letter(attribute.kind) })).collect()
}

fn global_secondary_index(index: &IndexSchema, warm: &[WarmPlace]) -> Value {
    let mut value = projected(index.name, index.projection);
    let element = |attribute: KeyAttribute, kind| json!({ "attribute_name": text(attribute.name), "key_type": kind });
    let hash = index.partition_key.iter().map(|attribute| element(attribute, "HASH"));
    let range = index.sort_key.into_iter().flat_map(KeyAttributes::iter).map(|attribute| element(attribute, "RANGE"));
    value.insert("key_schema".to_owned(), hash.chain(range).collect());
    if let Some(block) = warm_block(warm, Some(index.name)) {
        value.insert("dynamic".to_owned(), block);
    }
    Value::Object(value)
}

fn local_secondary_index(index: &LocalIndexSchema) -> Value {
    let mut value = projected(index.name, index.projection);
    value.insert("range_key".to_owned(), text(index.sort_key.name));
    Value::Object(value)
}

fn variable(place: &WarmPlace) -> String {
    match place.index {
        Some(_) => format!("warm_throughput_{}", place.suffix),
        None => "warm_throughput".to_owned(),
    }
}

/// Both figures, because the provider compares the block of an index as a whole: what is not asked for is what a new
/// on-demand table has.
fn declaration(place: &WarmPlace) -> Value {
    let kept = match place.index {
        Some(_) => "set it to the present figures or to null once they are higher.",
        None => "it counts when the table is created, and later changes are ignored.",
    };
    json!({
        "type": "object({ read_units_per_second = number, write_units_per_second = number })",
        "default": {
            "read_units_per_second": place.figures.read_units.unwrap_or(NEW_TABLE_READ_UNITS),
            "write_units_per_second": place.figures.write_units.unwrap_or(NEW_TABLE_WRITE_UNITS),
        },
        "description": format!(
            "Warm throughput of {}, or null to leave it to DynamoDB. It is a variable because DynamoDB raises it as \
             traffic grows and cannot lower it: {kept}",
            place.described()
        ),
    })
}

/// The block `warm_throughput` of the table or of an index, unless its variable is null.
fn warm_block(warm: &[WarmPlace], index: Option<&str>) -> Option<Value> {
    let variable = variable(warm.iter().find(|place| place.index == index)?);
    let unit = |name: &str| format!("${{warm_throughput.value.{name}}}");
    Some(json!({
        "warm_throughput": {
            "for_each": format!("${{var.{variable}[*]}}"),
            "content": {
                "read_units_per_second": unit("read_units_per_second"),
                "write_units_per_second": unit("write_units_per_second"),
            },
        },
    }))
}

fn projected(name: &str, projection: IndexProjection) -> Map<String, Value> {
    let mut value = Map::from_iter([("name".to_owned(), text(name))]);
    let kind = match projection {
        IndexProjection::All => "ALL",
        IndexProjection::KeysOnly => "KEYS_ONLY",
        IndexProjection::Include(attributes) => {
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
