//! Declares the module's variables: the values that differ between environments, or change after the deployment.

use keywright::physics::limits::{NEW_TABLE_READ_UNITS, NEW_TABLE_WRITE_UNITS};
use serde_json::{Map, Value, json};

use super::text;
use crate::infrastructure::{Encryption, Infrastructure, Place};

/// Returns all variables of the module.
pub(super) fn variables(infrastructure: &Infrastructure) -> Map<String, Value> {
    let settings = &infrastructure.settings;
    let mut variables = Map::new();
    let mut declare = |name: &str, declaration| variables.insert(name.to_owned(), declaration);
    declare("table_name", json!({ "type": "string", "default": infrastructure.table_name }));
    declare(
        "deletion_protection_enabled",
        json!({
            "type": "bool",
            "default": settings.deletion_protection,
            "description": "Whether DynamoDB refuses to delete the table.",
        }),
    );
    let tags: Map<_, _> = settings.tags.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    declare(
        "tags",
        json!({ "type": "map(string)", "default": tags, "description": "Tags of the table and of its alarms." }),
    );
    if let Encryption::CustomerManaged(key) = &settings.encryption {
        let description = "The ARN of the KMS key that encrypts the table.";
        declare("kms_key_arn", json!({ "type": "string", "default": key, "description": description }));
        if infrastructure.has_replicas() {
            let description = "The ARN of the KMS key of each replica, by region.";
            declare("replica_kms_key_arns", json!({ "type": "map(string)", "description": description }));
        }
    }
    if settings.alarms.is_some() {
        let description = "The ARNs of what alarms notify, such as an SNS topic.";
        declare("alarm_actions", json!({ "type": "list(string)", "default": [], "description": description }));
    }
    for place in infrastructure.places().filter(|place| place.warm.is_needed()) {
        declare(&warm_name(place), warm_declaration(place));
    }
    variables
}

fn warm_name(place: &Place) -> String {
    match place.index {
        Some(_) => format!("warm_throughput_{}", place.snake),
        None => "warm_throughput".to_owned(),
    }
}

/// Declares both figures, because the provider compares the block of an index as a whole. A figure that the design does
/// not need is that of a new on-demand table.
fn warm_declaration(place: &Place) -> Value {
    let kept = match place.index {
        Some(_) => "set it to the current values, or to null, once they are higher.",
        None => "it is applied when the table is created, and later changes are ignored.",
    };
    json!({
        "type": "object({ read_units_per_second = number, write_units_per_second = number })",
        "default": {
            "read_units_per_second": place.warm.read_units.unwrap_or(NEW_TABLE_READ_UNITS),
            "write_units_per_second": place.warm.write_units.unwrap_or(NEW_TABLE_WRITE_UNITS),
        },
        "description": text(&format!(
            "Warm throughput of {}, or null to leave it to DynamoDB. It is a variable because DynamoDB raises it as \
             traffic grows and cannot lower it: {kept}",
            place.described()
        )),
    })
}

/// Returns the block `warm_throughput` of the table or of an index, unless its variable is null.
pub(super) fn warm_block(place: &Place) -> Option<Value> {
    if !place.warm.is_needed() {
        return None;
    }
    let unit = |name: &str| format!("${{warm_throughput.value.{name}}}");
    Some(json!({
        "warm_throughput": {
            "for_each": format!("${{var.{}[*]}}", warm_name(place)),
            "content": {
                "read_units_per_second": unit("read_units_per_second"),
                "write_units_per_second": unit("write_units_per_second"),
            },
        },
    }))
}
