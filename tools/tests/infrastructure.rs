//! A table with every kind of index and a TTL attribute, as infrastructure code.

use keywright::{Entity, Table};
use keywright_tools::{cloudformation, create_table, terraform};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Table)]
#[table(pk = "id", sk(name = "at", type = "N"), ttl = "ends")]
#[gsi(
    name = "ByState", pk("state", "region"), sk((name = "cents", type = "N"), "day"),
    projection = include("note", "${x}"),
)]
#[gsi(name = "ByDay", pk = "day", projection = "keys_only")]
#[lsi(name = "ByCents", sk(name = "cents", type = "N"))]
#[entities(Sale)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "<id>")]
#[sk(template = "<at>")]
#[gsi(index = "ByState", query = by_state, pk("<state>", "<region>"), sk("<cents>", "<day>"))]
#[gsi(index = "ByDay", query = by_day, pk = "<day>")]
#[lsi(index = "ByCents", query = by_cents, sk = "<cents>")]
#[peak(writes_per_second = 9_000, item_bytes = 200)]
struct Sale {
    id: String,
    at: u64,
    state: String,
    region: String,
    cents: u64,
    day: String,
    #[entity(ttl)]
    ends: Option<u64>,
}

/// A table whose reads ask for warm throughput too: each visits 12 lanes.
#[derive(Table)]
#[entities(Post)]
struct Feed;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Feed)]
#[pk(template = "FEED#<topic>")]
#[shard(random = 12)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 4_100, item_bytes = 200, reads_per_second = 2_500)]
struct Post {
    topic: String,
    at: u64,
    id: String,
}

#[derive(Table)]
#[entities(Note)]
struct Notes;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Notes)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
struct Note {
    id: String,
}

#[test]
fn create_table_has_each_key_attribute_once_and_keys_in_order() {
    let input = create_table::<Shop>("shop");
    let element = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let defined: Vec<_> =
        input["AttributeDefinitions"].as_array().unwrap().iter().map(|of| &of["AttributeName"]).collect();
    assert_eq!(defined, ["id", "at", "state", "region", "cents", "day"]);
    assert_eq!(
        input["GlobalSecondaryIndexes"][0]["KeySchema"],
        json!([
            element("state", "HASH"),
            element("region", "HASH"),
            element("cents", "RANGE"),
            element("day", "RANGE")
        ])
    );
    assert_eq!(input["GlobalSecondaryIndexes"][1]["KeySchema"], json!([element("day", "HASH")]));
    assert_eq!(
        input["LocalSecondaryIndexes"],
        json!([{
            "IndexName": "ByCents",
            "KeySchema": [element("id", "HASH"), element("cents", "RANGE")],
            "Projection": { "ProjectionType": "ALL" },
        }])
    );
    // TTL is another request.
    assert_eq!(input.get("TimeToLiveSpecification"), None);
}

#[test]
fn create_table_requests_the_planned_warm_throughput() {
    let input = create_table::<Shop>("shop");
    let warm = |index: usize| &input["GlobalSecondaryIndexes"][index]["WarmThroughput"];
    assert_eq!(input["WarmThroughput"], json!({ "WriteUnitsPerSecond": 21_000 }));
    assert_eq!([warm(0), warm(1)], [&json!({ "WriteUnitsPerSecond": 11_000 }); 2]);
    let input = create_table::<Feed>("feed");
    assert_eq!(input["WarmThroughput"], json!({ "WriteUnitsPerSecond": 5_000, "ReadUnitsPerSecond": 15_000 }));
}

/// What a template says with these values of its parameters.
fn resolved(value: &Value, parameters: &Value) -> Value {
    let condition = |name: &str| parameters[name.strip_prefix("Has").unwrap()] != json!(0);
    match value {
        Value::Array(values) => values.iter().map(|value| resolved(value, parameters)).collect(),
        Value::Object(map) => {
            if let Some(choice) = map.get("Fn::If") {
                let chosen = if condition(choice[0].as_str().unwrap()) { &choice[1] } else { &choice[2] };
                return resolved(chosen, parameters);
            }
            if let Some(name) = map.get("Ref").and_then(Value::as_str) {
                return parameters.get(name).cloned().unwrap_or_else(|| json!(name));
            }
            let fields = map.iter().map(|(name, value)| (name.clone(), resolved(value, parameters)));
            Value::Object(fields.filter(|(_, value)| *value != "AWS::NoValue").collect())
        }
        other => other.clone(),
    }
}

fn defaults(template: &Value) -> Value {
    let parameters = template["Parameters"].as_object().unwrap().iter();
    Value::Object(parameters.map(|(name, parameter)| (name.clone(), parameter["Default"].clone())).collect())
}

#[test]
fn cloudformation_matches_create_table_and_enables_ttl() {
    let template = cloudformation::<Shop>("shop");
    let properties = resolved(&template["Resources"]["Table"]["Properties"], &defaults(&template));
    assert_eq!(properties["TimeToLiveSpecification"], json!({ "AttributeName": "ends", "Enabled": true }));
    let input = create_table::<Shop>("shop");
    for same in [
        "TableName",
        "AttributeDefinitions",
        "KeySchema",
        "GlobalSecondaryIndexes",
        "LocalSecondaryIndexes",
        "WarmThroughput",
    ] {
        assert_eq!(properties[same], input[same], "{same}");
        assert_ne!(properties.get(same), None, "{same}");
    }
}

#[test]
fn cloudformation_has_a_parameter_for_each_warm_throughput() {
    let template = cloudformation::<Shop>("shop");
    let mut values = defaults(&template);
    assert_eq!(
        values,
        json!({
            "TableName": "shop",
            "WarmWriteUnits": 21_000,
            "WarmWriteUnitsByState": 11_000,
            "WarmWriteUnitsByDay": 11_000,
        })
    );
    let conditions = template["Conditions"].as_object().unwrap();
    assert_eq!(conditions.len(), 3);
    for (name, parameter) in template["Parameters"].as_object().unwrap().iter().filter(|(name, _)| *name != "TableName")
    {
        assert_eq!((&parameter["Type"], &parameter["MinValue"]), (&json!("Number"), &json!(0)), "{name}");
        let why = "DynamoDB raises it as traffic grows and cannot lower it";
        assert!(parameter["Description"].as_str().unwrap().contains(why), "{name}");
        let given = json!({ "Fn::Not": [{ "Fn::Equals": [{ "Ref": name }, "0"] }] });
        assert_eq!(conditions[&format!("Has{name}")], given);
    }

    let index = |values: &Value| {
        let properties = resolved(&template["Resources"]["Table"]["Properties"], values);
        properties["GlobalSecondaryIndexes"][0].get("WarmThroughput").cloned()
    };
    values["WarmWriteUnitsByState"] = json!(40_000);
    assert_eq!(index(&values), Some(json!({ "WriteUnitsPerSecond": 40_000 })));
    values["WarmWriteUnitsByState"] = json!(0);
    assert_eq!(index(&values), None);
}

#[test]
fn cloudformation_omits_only_units_that_are_0() {
    let template = cloudformation::<Feed>("feed");
    let warm = |write: u64, read: u64| {
        let values = json!({ "TableName": "feed", "WarmWriteUnits": write, "WarmReadUnits": read });
        resolved(&template["Resources"]["Table"]["Properties"], &values).get("WarmThroughput").cloned()
    };
    assert_eq!(defaults(&template), json!({ "TableName": "feed", "WarmWriteUnits": 5_000, "WarmReadUnits": 15_000 }));
    assert_eq!(warm(5_000, 16_000), Some(json!({ "WriteUnitsPerSecond": 5_000, "ReadUnitsPerSecond": 16_000 })));
    assert_eq!(warm(5_000, 0), Some(json!({ "WriteUnitsPerSecond": 5_000 })));
    assert_eq!(warm(0, 16_000), Some(json!({ "ReadUnitsPerSecond": 16_000 })));
    assert_eq!(warm(0, 0), None);
}

#[test]
fn a_light_design_has_no_warm_throughput() {
    let template = cloudformation::<Notes>("notes");
    assert_eq!(template["Parameters"], json!({ "TableName": { "Type": "String", "Default": "notes" } }));
    assert_eq!(template.get("Conditions"), None);
    assert_eq!(template["Resources"]["Table"]["Properties"].get("WarmThroughput"), None);
    let configuration = terraform::<Notes>("notes");
    assert_eq!(configuration["variable"], json!({ "table_name": { "type": "string", "default": "notes" } }));
    assert_eq!(configuration["resource"]["aws_dynamodb_table"]["table"].get("dynamic"), None);
}

#[test]
fn terraform_defines_the_full_table() {
    let element = |name: &str, kind: &str| json!({ "attribute_name": name, "key_type": kind });
    let attribute = |name: &str, kind: &str| json!({ "name": name, "type": kind });
    let warm = |variable: &str| {
        json!({
            "warm_throughput": {
                "for_each": format!("${{var.{variable}[*]}}"),
                "content": {
                    "read_units_per_second": "${warm_throughput.value.read_units_per_second}",
                    "write_units_per_second": "${warm_throughput.value.write_units_per_second}",
                },
            },
        })
    };
    let configuration = terraform::<Shop>("shop");
    assert_eq!(
        configuration["resource"]["aws_dynamodb_table"]["table"],
        json!({
            "name": "${var.table_name}",
            "billing_mode": "PAY_PER_REQUEST",
            "hash_key": "id",
            "range_key": "at",
            "attribute": [
                attribute("id", "S"),
                attribute("at", "N"),
                attribute("state", "S"),
                attribute("region", "S"),
                attribute("cents", "N"),
                attribute("day", "S"),
            ],
            "ttl": { "attribute_name": "ends", "enabled": true },
            "global_secondary_index": [
                {
                    "name": "ByState",
                    "key_schema": [
                        element("state", "HASH"),
                        element("region", "HASH"),
                        element("cents", "RANGE"),
                        element("day", "RANGE"),
                    ],
                    "projection_type": "INCLUDE",
                    "non_key_attributes": ["note", "$${x}"],
                    "dynamic": warm("warm_throughput_ByState"),
                },
                {
                    "name": "ByDay",
                    "key_schema": [element("day", "HASH")],
                    "projection_type": "KEYS_ONLY",
                    "dynamic": warm("warm_throughput_ByDay"),
                },
            ],
            "local_secondary_index": [{ "name": "ByCents", "range_key": "cents", "projection_type": "ALL" }],
            "dynamic": warm("warm_throughput"),
            "point_in_time_recovery": { "enabled": true },
            "lifecycle": { "prevent_destroy": true, "ignore_changes": ["warm_throughput"] },
        })
    );
    let provider = json!({ "source": "hashicorp/aws", "version": ">= 6.29.0, < 7.0.0" });
    assert_eq!(configuration["terraform"]["required_providers"], json!({ "aws": provider }));
}

#[test]
fn terraform_has_a_variable_for_each_warm_throughput() {
    let configuration = terraform::<Shop>("shop");
    let variables = configuration["variable"].as_object().unwrap();
    let figures = |read: u64, write: u64| json!({ "read_units_per_second": read, "write_units_per_second": write });
    assert_eq!(variables["table_name"]["default"], "shop");
    assert_eq!(variables["warm_throughput"]["default"], figures(12_000, 21_000));
    // What is not asked for is what a new on-demand index has.
    assert_eq!(variables["warm_throughput_ByState"]["default"], figures(12_000, 11_000));
    assert_eq!(variables["warm_throughput_ByDay"]["default"], figures(12_000, 11_000));
    assert_eq!(variables.len(), 4);
    assert_eq!(terraform::<Feed>("feed")["variable"]["warm_throughput"]["default"], figures(15_000, 5_000));
    for (name, variable) in variables.iter().filter(|(name, _)| *name != "table_name") {
        assert_eq!(variable["type"], "object({ read_units_per_second = number, write_units_per_second = number })");
        let why = "DynamoDB raises it as traffic grows and cannot lower it";
        assert!(variable["description"].as_str().unwrap().contains(why), "{name}");
    }
}
