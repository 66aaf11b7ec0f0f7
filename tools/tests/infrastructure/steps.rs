//! Tests the updates from a deployed table to the indexes of the schema, one index per update.

use keywright_tools::{
    cloudformation, create_table,
    infrastructure::{Infrastructure, Settings, Steps},
};
use serde_json::{Map, Value, json};

use crate::Shop;

fn steps(deployed: &Value) -> Result<Steps, String> {
    let wanted = Infrastructure::new::<Shop>("shop", Settings::default()).unwrap();
    wanted.steps_from(deployed).map_err(|error| error.to_string())
}

fn indexes(template: &Value) -> Vec<&str> {
    let declared = template["Resources"]["Table"]["Properties"]["GlobalSecondaryIndexes"].as_array();
    declared.into_iter().flatten().map(|index| index["IndexName"].as_str().unwrap()).collect()
}

fn beside_the_table(template: &Value) -> Map<String, Value> {
    let mut resources = template["Resources"].as_object().unwrap().clone();
    resources.remove("Table");
    resources
}

/// Returns a table in which one index is missing, one has another projection, and one is not wanted.
fn deployed() -> Value {
    let mut input = create_table::<Shop>("shop");
    input["AttributeDefinitions"].as_array_mut().unwrap().push(json!({ "AttributeName": "o", "AttributeType": "N" }));
    input["GlobalSecondaryIndexes"] = json!([
        {
            "IndexName": "ByDay",
            "KeySchema": [{ "AttributeName": "day", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        },
        {
            "IndexName": "Old",
            "KeySchema": [{ "AttributeName": "o", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["note"] },
        },
    ]);
    json!({ "Table": input })
}

#[test]
fn new_indexes_are_created_first_and_unwanted_ones_deleted_last() {
    let steps = steps(&deployed()).unwrap();
    assert_eq!(
        steps.to_string(),
        "1. create the index ByState\n2. delete the index ByDay\n3. create the index ByDay\n4. delete the index Old\n\
         5. deploy the template of the schema\n"
    );
    let templates: Vec<_> = steps.iter().map(|step| step.cloudformation()).collect();
    let after: Vec<_> = templates.iter().map(indexes).collect();
    assert_eq!(
        after,
        [
            vec!["ByState", "ByDay", "Old"],
            vec!["ByState", "Old"],
            vec!["ByState", "ByDay", "Old"],
            vec!["ByState", "ByDay"]
        ]
    );
    let schema = cloudformation::<Shop>("shop");
    assert_eq!(templates[3]["Resources"]["Table"], schema["Resources"]["Table"]);
    assert_eq!(templates[3]["Parameters"], schema["Parameters"]);
    // Each update changes the table alone: alarms and the dashboard stay those of the deployed table.
    let others: Vec<_> = templates.iter().map(beside_the_table).collect();
    assert!(others.iter().all(|other| *other == others[0]));
    assert!(others[0].contains_key("WriteKeyRangeThroughputThrottleEventsOld"));
    assert!(!others[0].contains_key("WriteKeyRangeThroughputThrottleEventsByState"));
    // The remaining indexes stay unchanged.
    let first = &templates[0]["Resources"]["Table"]["Properties"];
    assert_eq!(first["GlobalSecondaryIndexes"][1]["Projection"], json!({ "ProjectionType": "ALL" }));
    let defined = |template: &Value, name: &str| {
        let attributes = &template["Resources"]["Table"]["Properties"]["AttributeDefinitions"];
        attributes.as_array().unwrap().contains(&json!({ "AttributeName": name, "AttributeType": "N" }))
    };
    // DynamoDB refuses a definition of an attribute that is in no key.
    assert!(defined(&templates[2], "o") && !defined(&templates[3], "o"));
}

#[test]
fn unwanted_indexes_are_deleted_first_above_the_limit_of_indexes() {
    let mut deployed = deployed();
    let old = deployed["Table"]["GlobalSecondaryIndexes"][1].clone();
    for number in 0..18 {
        let mut other = old.clone();
        other["IndexName"] = json!(format!("Old{number}"));
        deployed["Table"]["GlobalSecondaryIndexes"].as_array_mut().unwrap().push(other);
    }
    let steps = steps(&deployed).unwrap();
    assert_eq!(steps.iter().position(|step| step.creates()), Some(19));
    assert!(steps.iter().all(|step| indexes(&step.cloudformation()).len() <= 20));
}

/// A table cannot have one attribute with two types, not even during an update.
#[test]
fn an_index_with_another_type_of_an_attribute_is_deleted_first() {
    let mut deployed = deployed();
    for attribute in deployed["Table"]["AttributeDefinitions"].as_array_mut().unwrap() {
        if attribute["AttributeName"] == "region" {
            attribute["AttributeType"] = json!("N");
        }
    }
    deployed["Table"]["GlobalSecondaryIndexes"][1]["KeySchema"][0]["AttributeName"] = json!("region");
    let steps = steps(&deployed).unwrap();
    assert!(steps.to_string().starts_with("1. delete the index Old\n2. create the index ByState\n"), "{steps}");
    for step in steps.iter() {
        let template = step.cloudformation();
        let attributes = &template["Resources"]["Table"]["Properties"]["AttributeDefinitions"];
        let mut names: Vec<_> =
            attributes.as_array().unwrap().iter().map(|of| of["AttributeName"].as_str().unwrap()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{attributes}");
    }
}

#[test]
fn a_table_as_declared_needs_no_steps() {
    let steps = steps(&create_table::<Shop>("shop")).unwrap();
    assert_eq!(steps.iter().count(), 0);
    assert_eq!(steps.to_string(), "1. deploy the template of the schema\n");
}

#[test]
fn steps_are_refused_for_another_key_or_other_local_indexes() {
    let mut other = create_table::<Shop>("shop");
    other["AttributeDefinitions"][0]["AttributeType"] = json!("N");
    let message = steps(&other).unwrap_err();
    assert!(message.contains("key id (N), at (N), and the schema declares id (S), at (N)"), "{message}");
    let mut other = create_table::<Shop>("shop");
    other.as_object_mut().unwrap().remove("LocalSecondaryIndexes");
    assert!(steps(&other).unwrap_err().contains("local indexes are created with their table"));
    let mut other = create_table::<Shop>("shop");
    other["LocalSecondaryIndexes"][0]["Projection"] = json!({ "ProjectionType": "KEYS_ONLY" });
    let message = steps(&other).unwrap_err();
    assert!(message.contains("ByCents (id (S), cents (N); KEYS_ONLY), and the schema declares ByCents ("), "{message}");
    assert!(steps(&json!({ "a": 1 })).unwrap_err().contains("KeySchema"));
    let mut other = create_table::<Shop>("shop");
    other.as_object_mut().unwrap().remove("AttributeDefinitions");
    assert!(steps(&other).unwrap_err().contains("has no `id`"));
}
