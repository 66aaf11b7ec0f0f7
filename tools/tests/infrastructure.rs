//! A table with every kind of index and a TTL attribute, as infrastructure code.

use keywright::{Entity, Table};
use keywright_tools::{cloudformation, create_table, terraform};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Table)]
#[table(pk = "id", sk(name = "at", type = "N"), ttl = "ends")]
#[gsi(name = "ByState", pk("state", "region"), sk((name = "cents", type = "N"), "day"), projection = include("note", "${x}"))]
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
fn cloudformation_says_the_same_and_enables_ttl() {
    let template = cloudformation::<Shop>("shop");
    let properties = &template["Resources"]["Table"]["Properties"];
    assert_eq!(properties["TimeToLiveSpecification"], json!({ "AttributeName": "ends", "Enabled": true }));
    let input = create_table::<Shop>("shop");
    for same in
        ["AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "WarmThroughput"]
    {
        assert_eq!(properties[same], input[same], "{same}");
        assert_ne!(properties.get(same), None, "{same}");
    }
}

#[test]
fn terraform_has_the_whole_table() {
    let warm = json!({ "write_units_per_second": 9_000 });
    let element = |name: &str, kind: &str| json!({ "attribute_name": name, "key_type": kind });
    let attribute = |name: &str, kind: &str| json!({ "name": name, "type": kind });
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
                    "warm_throughput": warm,
                },
                { "name": "ByDay", "hash_key": "day", "projection_type": "KEYS_ONLY", "warm_throughput": warm },
            ],
            "local_secondary_index": [{ "name": "ByCents", "range_key": "cents", "projection_type": "ALL" }],
            "warm_throughput": configuration["resource"]["aws_dynamodb_table"]["table"]["warm_throughput"],
            "point_in_time_recovery": { "enabled": true },
            "lifecycle": { "prevent_destroy": true },
        })
    );
    assert_eq!(configuration["variable"]["table_name"]["default"], "shop");
    let units = &configuration["resource"]["aws_dynamodb_table"]["table"]["warm_throughput"]["write_units_per_second"];
    assert_eq!(units, &create_table::<Shop>("shop")["WarmThroughput"]["WriteUnitsPerSecond"]);
}
