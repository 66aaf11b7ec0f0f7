//! The input of CreateTable.

use keywright_tools::create_table;
use serde_json::json;

use crate::{Feed, Shop, with};

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
    // TTL is set by another request.
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

#[test]
fn create_table_has_the_settings_that_it_supports() {
    let input = with(json!({
        "deletion_protection": false,
        "stream": "keys_only",
        "table_class": "standard_infrequent_access",
        "encryption": { "customer_managed": "arn:aws:kms:eu-west-1:123456789012:key/k" },
        "tags": { "team": "sales" },
    }))
    .create_table();
    assert_eq!(input["DeletionProtectionEnabled"], false);
    assert_eq!(input["StreamSpecification"], json!({ "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" }));
    assert_eq!(input["TableClass"], "STANDARD_INFREQUENT_ACCESS");
    let key = "arn:aws:kms:eu-west-1:123456789012:key/k";
    assert_eq!(input["SSESpecification"], json!({ "Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": key }));
    assert_eq!(input["Tags"], json!([{ "Key": "team", "Value": "sales" }]));
    assert_eq!(create_table::<Shop>("shop")["DeletionProtectionEnabled"], true);
}
