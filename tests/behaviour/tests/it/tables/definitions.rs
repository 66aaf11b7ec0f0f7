//! Opening, creating and verifying tables.

use keywright::{ErrorKind, Table, client::create_table_input};
use keywright_local::Local;

use crate::writes::design::*;

/// The platform under another design.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", projection = "keys_only")]
#[gsi(name = "GSI2", pk = "GSI2PK")]
struct Redesigned;

/// The platform with another sort key.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[lsi(name = "by_size", sk(name = "size", type = "N"), projection = "keys_only")]
#[lsi(name = "by_status", sk = "status")]
#[entities()]
struct Ordered;

/// The table's definition as another program declares it.
#[derive(Table)]
#[lsi(name = "by_size", sk = "bytes")]
#[lsi(name = "by_day", sk = "day")]
struct Misremembered;

#[tokio::test]
async fn local_indexes_are_created_and_verified() {
    let client = Local::start().client();
    let ordered = Ordered::open(client.clone(), "platform");
    ordered.create_table().await.unwrap();
    ordered.ensure_table().await.unwrap();
    let error = Misremembered::open_verified(client.clone(), "platform").await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableMismatch);
    let text = error.to_string();
    for part in [
        "key of local index by_size: declared partition key PK (S) and sort key bytes (S), \
         found partition key PK (S) and sort key size (N)",
        "projection of local index by_size: declared ALL, found KEYS_ONLY",
        "local index by_day is declared but does not exist",
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn local_indexes_are_in_the_generated_definition() {
    let generated = keywright_tools::create_table::<Ordered>("platform");
    let input = create_table_input::<Ordered>("platform").unwrap();
    let names: Vec<_> = input.local_secondary_indexes().iter().map(|index| index.index_name()).collect();
    assert_eq!(names, ["by_size", "by_status"]);
    assert_eq!(input.attribute_definitions().len(), 6);
    assert_eq!(generated["AttributeDefinitions"].as_array().unwrap().len(), 6);
    assert_eq!(
        generated["LocalSecondaryIndexes"][0],
        serde_json::json!({
            "IndexName": "by_size",
            "KeySchema": [
                { "AttributeName": "PK", "KeyType": "HASH" },
                { "AttributeName": "size", "KeyType": "RANGE" },
            ],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
        })
    );
    let template = keywright_tools::cloudformation::<Ordered>("platform");
    let properties = &template["Resources"]["Table"]["Properties"];
    assert_eq!(properties["LocalSecondaryIndexes"], generated["LocalSecondaryIndexes"]);
}

#[tokio::test]
async fn missing_table_is_named_in_the_error() {
    let client = Local::start().client();
    let error = Platform::open_verified(client.clone(), "nowhere").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableNotFound);
    let error = Platform::open(client, "nowhere").put(&threat("t-1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableNotFound);
    assert!(error.to_string().contains("table nowhere"), "{error}");
}

#[tokio::test]
async fn ensure_table_creates_once_and_verifies() {
    let client = Local::start().client();
    let platform = Platform::open(client.clone(), "platform");
    platform.ensure_table().await.unwrap();
    platform.put(&threat("t-1")).await.unwrap();
    platform.ensure_table().await.unwrap();
    let again = Platform::open_verified(client, "platform").await.unwrap();
    assert!(again.get(Threat::key("abc", noon(), "t-1")).await.unwrap().is_some());
    assert_eq!(platform.create_table().await.unwrap_err().kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn mismatched_table_error_lists_every_difference() {
    let client = Local::start().client();
    Platform::open(client.clone(), "platform").ensure_table().await.unwrap();
    for error in [
        Redesigned::open_verified(client.clone(), "platform").await.map(drop).unwrap_err(),
        Redesigned::open(client.clone(), "platform").ensure_table().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::TableMismatch);
        let text = error.to_string();
        for part in [
            "key of index GSI1: declared partition key GSI1PK (S) and sort key none, \
             found partition key GSI1PK (S) and sort key GSI1SK (S)",
            "projection of index GSI1: declared KEYS_ONLY, found ALL",
            "index GSI2 is declared but does not exist",
        ] {
            assert!(text.contains(part), "{part} is not in: {text}");
        }
    }
    let error = Samples::open_verified(client, "platform").await.unwrap_err();
    assert!(error.to_string().contains("declared partition key device (S) and sort key ts (N)"), "{error}");
}

#[test]
fn the_definition_is_a_value() {
    let input = create_table_input::<Platform>("platform").unwrap();
    assert_eq!(input.table_name(), Some("platform"));
    assert_eq!(input.attribute_definitions().len(), 4);
    assert_eq!(input.global_secondary_indexes().len(), 1);
}
