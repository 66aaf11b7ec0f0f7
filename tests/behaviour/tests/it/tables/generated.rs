//! The generated table definition matches the one that the library uses.

use keywright::{Table, load};
use keywright_local::Local;
use serde_json::{Value, json};

use crate::support::create_table::CreateTable;
use crate::support::platform::{OpsLog, Platform, hours, log};

/// Removes the warm throughput, which only the generated files request. Returns where it was.
fn without_warm_throughput(input: &mut Value) -> Vec<(String, Value)> {
    let mut warm = Vec::new();
    warm.extend(input.as_object_mut().unwrap().remove("WarmThroughput").map(|units| ("table".to_owned(), units)));
    for index in input["GlobalSecondaryIndexes"].as_array_mut().unwrap() {
        let units = index.as_object_mut().unwrap().remove("WarmThroughput");
        warm.extend(units.map(|units| (index["IndexName"].as_str().unwrap().to_owned(), units)));
    }
    warm
}

/// Sorts the definitions of a request, so that their order does not matter.
fn sorted(mut input: Value) -> Value {
    let by = |name: &'static str| move |value: &Value| value[name].as_str().unwrap().to_owned();
    input["AttributeDefinitions"].as_array_mut().unwrap().sort_by_key(by("AttributeName"));
    input["GlobalSecondaryIndexes"].as_array_mut().unwrap().sort_by_key(by("IndexName"));
    input
}

#[tokio::test]
async fn generated_request_equals_the_sent_one() {
    let wire = CreateTable::default();
    let local = Local::start();
    Platform::open(wire.client(&local), "platform").create_table().await.unwrap();
    let sent = wire.sent.lock().unwrap().clone();
    let mut generated = keywright_tools::create_table::<Platform>("platform");
    // The ten shards of a day have new places each midnight: 11 partitions can carry 2,000 WCU/s on them. At launch,
    // the keys of the other entities are new, too, and 13 carry all of them.
    let warm = load::warm_throughput(Platform::LISTED.unwrap(), None).write_units.unwrap();
    assert_eq!(warm, 13_000);
    assert_eq!(without_warm_throughput(&mut generated), [("table".to_owned(), json!({ "WriteUnitsPerSecond": warm }))]);
    // A table created at run time is for tests and local work, so it may be deleted.
    assert_eq!(generated.as_object_mut().unwrap().remove("DeletionProtectionEnabled"), Some(json!(true)));
    assert_eq!(sent.len(), 1);
    assert_eq!(sorted(generated), sorted(sent[0].clone()));
}

#[test]
fn generated_request_contains_the_full_schema() {
    let input = sorted(keywright_tools::create_table::<Platform>("platform"));
    assert_eq!(input["TableName"], "platform");
    assert_eq!(input["BillingMode"], "PAY_PER_REQUEST");
    let attribute = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let key = |partition: &str, sort: &str| json!([attribute(partition, "HASH"), attribute(sort, "RANGE")]);
    assert_eq!(input["KeySchema"], key("PK", "SK"));
    let index = |name: &str, key: Value, of: Value| json!({ "IndexName": name, "KeySchema": key, "Projection": of });
    let indexes = [
        index("ByAge", key("brand", "seconds"), json!({ "ProjectionType": "KEYS_ONLY" })),
        index("GSI1", key("GSI1PK", "GSI1SK"), json!({ "ProjectionType": "ALL" })),
        index(
            "GSI2",
            key("GSI2PK", "GSI2SK"),
            json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": ["severity"] }),
        ),
    ];
    assert_eq!(input["GlobalSecondaryIndexes"], json!(indexes));
    let definitions = ["GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK", "PK", "SK", "brand", "seconds"];
    let definitions = definitions
        .map(|name| json!({ "AttributeName": name, "AttributeType": if name == "seconds" { "N" } else { "S" } }));
    assert_eq!(input["AttributeDefinitions"], json!(definitions));
}

/// Creates the table from a generated request, as a deployment would.
async fn deployed(input: Value) -> Local {
    let wire = CreateTable { instead: Some(input), ..CreateTable::default() };
    let local = Local::start();
    Platform::open(wire.client(&local), "platform").create_table().await.unwrap();
    local
}

async fn assert_works(local: &Local) {
    let platform = Platform::open_verified(local.client(), "platform").await.unwrap();
    platform.put(&log(0)).await.unwrap();
    let page = OpsLog::query().between(hours(0)..hours(1)).send(&platform).await.unwrap();
    assert_eq!(page.items, [log(0)]);
}

#[tokio::test]
async fn table_created_from_the_generated_request_matches() {
    assert_works(&deployed(keywright_tools::create_table::<Platform>("platform")).await).await;
}

#[tokio::test]
async fn table_created_from_the_cloudformation_template_matches() {
    let template = keywright_tools::cloudformation::<Platform>("platform");
    let mut properties = template["Resources"]["Table"]["Properties"].clone();
    assert_eq!(properties["TableName"], json!({ "Ref": "TableName" }));
    properties["TableName"] = template["Parameters"]["TableName"]["Default"].clone();
    assert_eq!(properties["DeletionProtectionEnabled"], json!({ "Ref": "DeletionProtection" }));
    assert_eq!(template["Parameters"]["DeletionProtection"]["Default"], "true");
    properties["DeletionProtectionEnabled"] = json!(true);
    properties.as_object_mut().unwrap().remove("PointInTimeRecoverySpecification");
    properties.as_object_mut().unwrap().remove("ContributorInsightsSpecification");
    for index in properties["GlobalSecondaryIndexes"].as_array_mut().unwrap() {
        index.as_object_mut().unwrap().remove("ContributorInsightsSpecification");
    }
    // The number is a parameter, with the design's value as its default.
    assert_eq!(properties["WarmThroughput"]["Fn::If"][0], "HasWarmWriteUnits");
    let units = &template["Parameters"]["WarmWriteUnits"]["Default"];
    properties["WarmThroughput"] = json!({ "WriteUnitsPerSecond": units });
    assert_eq!(properties, keywright_tools::create_table::<Platform>("platform"));
    assert_works(&deployed(properties).await).await;
}

#[tokio::test]
async fn open_verified_rejects_a_differing_table() {
    let mut input = keywright_tools::create_table::<Platform>("platform");
    input["GlobalSecondaryIndexes"][0]["Projection"] = json!({ "ProjectionType": "KEYS_ONLY" });
    let local = deployed(input).await;
    let error = Platform::open_verified(local.client(), "platform").await.unwrap_err();
    assert_eq!(error.kind(), keywright::ErrorKind::TableMismatch);
    assert!(error.to_string().contains("projection of index GSI1: declared ALL, found KEYS_ONLY"), "{error}");
}

#[test]
fn huge_peak_does_not_overflow() {
    use keywright::{Entity, Table};

    #[derive(Table)]
    #[entities(Reading)]
    struct Plant;

    // The quota is not under test.
    #[allow(deprecated)]
    #[derive(Entity)]
    #[entity(table = Plant)]
    #[pk(template = "SENSOR#<sensor>")]
    #[sk(template = "READING")]
    #[peak(writes_per_second = 18_446_744_073_709_551_615, item_bytes = 3_000)]
    struct Reading {
        sensor: String,
    }

    let page = keywright_tools::access_patterns::markdown::<Plant>("plant");
    assert!(page.contains("18,446,744,073,709,551,615 creates/s"));
    let input = keywright_tools::create_table::<Plant>("plant");
    assert_eq!(input["WarmThroughput"]["WriteUnitsPerSecond"], u64::MAX);
}
