//! Tests that CreateTable, both of CloudFormation's tables, and Terraform declare the same table.

use keywright_tools::infrastructure::Infrastructure;
use serde_json::{Map, Value, json};

use crate::{
    cloudformation::{defaults, resolved},
    with,
};

/// Returns the facts of CreateTable's table.
fn of_create_table(infrastructure: &Infrastructure) -> Value {
    let input = infrastructure.create_table();
    let stream = input.get("StreamSpecification").map(|stream| stream["StreamViewType"].clone());
    facts(&input, stream, input["DeletionProtectionEnabled"].to_string())
}

fn of_cloudformation(infrastructure: &Infrastructure) -> Value {
    let template = infrastructure.cloudformation();
    let properties = resolved(&template["Resources"]["Table"]["Properties"], &defaults(&template));
    let stream = properties.get("StreamSpecification").map(|stream| stream["StreamViewType"].clone());
    let own = properties.get("Replicas").map_or(&properties, |replicas| &replicas[0]);
    let protection = own["DeletionProtectionEnabled"].as_str().unwrap().to_owned();
    let mut table = properties.clone();
    for property in ["TableClass", "Tags"] {
        own.get(property).cloned().into_iter().for_each(|value| table[property] = value);
    }
    facts(&table, stream, protection)
}

fn facts(table: &Value, stream: Option<Value>, protection: String) -> Value {
    let index = |index: &Value| {
        let kept =
            ["IndexName", "KeySchema", "Projection", "WarmThroughput"].map(|part| (part.to_owned(), index.get(part)));
        Value::Object(kept.into_iter().filter_map(|(part, value)| Some((part, value?.clone()))).collect())
    };
    let indexes = |kind: &str| table[kind].as_array().into_iter().flatten().map(index).collect::<Vec<_>>();
    json!({
        "name": table["TableName"],
        "billing": table["BillingMode"],
        "keys": table["KeySchema"],
        "attributes": table["AttributeDefinitions"],
        "global": indexes("GlobalSecondaryIndexes"),
        "local": indexes("LocalSecondaryIndexes"),
        "class": table.get("TableClass").cloned().unwrap_or(json!("STANDARD")),
        "tags": table.get("Tags").cloned().unwrap_or(json!([])),
        "stream": stream,
        "warm": table["WarmThroughput"],
        "protection": protection,
        "encrypted": table.get("SSESpecification").is_some(),
    })
}

fn of_terraform(infrastructure: &Infrastructure, create_table: &Value) -> Value {
    let module = infrastructure.terraform().unwrap();
    let table = &module["resource"]["aws_dynamodb_table"]["table"];
    let variable = |name: &str| module["variable"][name]["default"].clone();
    let element = |name: &Value, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let keys = |of: &Value| {
        let parts = [("hash_key", "HASH"), ("range_key", "RANGE")];
        parts.into_iter().filter_map(|(part, kind)| Some(element(of.get(part)?, kind))).collect::<Vec<_>>()
    };
    let unescaped = |text: &Value| json!(text.as_str().unwrap().replace("$${", "${"));
    let index = |of: &Value, keys: Vec<Value>, warm: Option<Value>| {
        let mut projection = json!({ "ProjectionType": of["projection_type"] });
        if let Some(names) = of.get("non_key_attributes") {
            projection["NonKeyAttributes"] = names.as_array().unwrap().iter().map(unescaped).collect();
        }
        let mut index = json!({ "IndexName": of["name"], "KeySchema": keys, "Projection": projection });
        warm.into_iter().for_each(|warm| index["WarmThroughput"] = warm);
        index
    };
    // Terraform has a pair of figures, and CreateTable only the figures that the design needs.
    let warm = |name: &str, asked: &Value| {
        let pair = variable(name);
        let given: Map<_, _> =
            [("ReadUnitsPerSecond", "read_units_per_second"), ("WriteUnitsPerSecond", "write_units_per_second")]
                .into_iter()
                .filter(|(figure, _)| asked.get(*figure).is_some())
                .map(|(figure, unit)| (figure.to_owned(), pair[unit].clone()))
                .collect();
        Value::Object(given)
    };
    let global =
        table["global_secondary_index"].as_array().unwrap().iter().zip(create_table["global"].as_array().unwrap());
    let global = global.map(|(of, created)| {
        let element = |one: &Value| element(&one["attribute_name"], one["key_type"].as_str().unwrap());
        let name = format!("warm_throughput_{}", of["name"].as_str().unwrap());
        let asked = created.get("WarmThroughput").map(|asked| warm(&name, asked));
        index(of, of["key_schema"].as_array().unwrap().iter().map(element).collect(), asked)
    });
    let local = table["local_secondary_index"].as_array().unwrap().iter().map(|of| {
        let own = [element(&table["hash_key"], "HASH"), element(&of["range_key"], "RANGE")];
        index(of, own.to_vec(), None)
    });
    let attributes = table["attribute"].as_array().unwrap().iter();
    let tags = variable("tags");
    json!({
        "name": variable("table_name"),
        "billing": table["billing_mode"],
        "keys": keys(table),
        "attributes": attributes
            .map(|one| json!({ "AttributeName": one["name"], "AttributeType": one["type"] }))
            .collect::<Vec<_>>(),
        "global": global.collect::<Vec<_>>(),
        "local": local.collect::<Vec<_>>(),
        "class": table.get("table_class").cloned().unwrap_or(json!("STANDARD")),
        "tags": tags.as_object().unwrap().iter()
            .map(|(key, value)| json!({ "Key": key, "Value": value }))
            .collect::<Vec<_>>(),
        "stream": table.get("stream_view_type"),
        "warm": warm("warm_throughput", &create_table["warm"]),
        "protection": variable("deletion_protection_enabled").to_string(),
        "encrypted": table.get("server_side_encryption").is_some(),
    })
}

#[test]
fn all_renderings_agree() {
    let key = "arn:aws:kms:us-east-1:123456789012:key/k";
    let range = json!({ "min": 5, "max": 90_000 });
    let throughput = json!({ "read": range, "write": range });
    let cases = [
        json!({}),
        json!({ "deletion_protection": false, "stream": "old_image", "tags": { "a": "1", "b": "2" } }),
        json!({ "encryption": { "customer_managed": key }, "table_class": "standard_infrequent_access" }),
        json!({ "encryption": "aws_managed", "capacity": { "provisioned": { "table": throughput } } }),
        json!({ "capacity": { "on_demand": { "table": { "read_units": 7, "write_units": 90_000 } } } }),
        json!({ "replicas": [], "stream": "keys_only" }),
        json!({ "replicas": ["eu-west-1"], "tags": { "a": "1" }, "table_class": "standard_infrequent_access" }),
    ];
    for settings in cases {
        let infrastructure = with(settings.clone());
        let created = of_create_table(&infrastructure);
        assert_eq!(of_cloudformation(&infrastructure), created, "CloudFormation: {settings}");
        assert_eq!(of_terraform(&infrastructure, &created), created, "Terraform: {settings}");
    }
}
