//! Terraform modules.

use keywright_tools::{
    infrastructure::{Infrastructure, Settings},
    terraform,
};
use serde_json::json;

use crate::{Feed, Notes, Shop, with};

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
            "point_in_time_recovery": { "enabled": true, "recovery_period_in_days": 35 },
            "deletion_protection_enabled": "${var.deletion_protection_enabled}",
            "tags": "${var.tags}",
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
    // A figure that the design does not need is the one of a new on-demand index.
    assert_eq!(variables["warm_throughput_ByState"]["default"], figures(12_000, 11_000));
    assert_eq!(variables["warm_throughput_ByDay"]["default"], figures(12_000, 11_000));
    let names: Vec<_> = variables.keys().collect();
    assert_eq!(
        names,
        [
            "alarm_actions",
            "deletion_protection_enabled",
            "table_name",
            "tags",
            "warm_throughput",
            "warm_throughput_ByDay",
            "warm_throughput_ByState",
        ]
    );
    assert_eq!(terraform::<Feed>("feed")["variable"]["warm_throughput"]["default"], figures(15_000, 5_000));
    for (name, variable) in variables.iter().filter(|(name, _)| name.starts_with("warm")) {
        assert_eq!(variable["type"], "object({ read_units_per_second = number, write_units_per_second = number })");
        let why = "DynamoDB raises it as traffic grows and cannot lower it";
        assert!(variable["description"].as_str().unwrap().contains(why), "{name}");
    }
}

#[test]
fn a_light_design_has_no_warm_throughput() {
    let configuration = terraform::<Notes>("notes");
    let names: Vec<_> = configuration["variable"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["alarm_actions", "deletion_protection_enabled", "table_name", "tags"]);
    assert_eq!(configuration["resource"]["aws_dynamodb_table"]["table"].get("dynamic"), None);
}

#[test]
fn insights_are_resources_of_the_table_and_of_each_index() {
    let module = terraform::<Shop>("shop");
    let insights = &module["resource"]["aws_dynamodb_contributor_insights"];
    let table = "${aws_dynamodb_table.table.name}";
    assert_eq!(insights["table"], json!({ "table_name": table, "mode": "THROTTLED_KEYS" }));
    let of_index = json!({ "table_name": table, "mode": "THROTTLED_KEYS", "index_name": "ByDay" });
    assert_eq!(insights["index_ByDay"], of_index);
    assert_eq!(insights.as_object().unwrap().len(), 3);
}

#[test]
fn replicas_are_blocks_of_the_table() {
    let module = with(json!({
        "replicas": ["eu-west-1"],
        "encryption": { "customer_managed": "arn:aws:kms:us-east-1:123456789012:key/k" },
    }))
    .terraform()
    .unwrap();
    let table = &module["resource"]["aws_dynamodb_table"]["table"];
    assert_eq!((&table["stream_enabled"], &table["stream_view_type"]), (&json!(true), &json!("NEW_AND_OLD_IMAGES")));
    assert_eq!(
        table["replica"],
        json!([{
            "region_name": "eu-west-1",
            "deletion_protection_enabled": "${var.deletion_protection_enabled}",
            "point_in_time_recovery": true,
            "propagate_tags": true,
            "kms_key_arn": "${var.replica_kms_key_arns[\"eu-west-1\"]}",
        }])
    );
    assert_eq!(module["variable"]["kms_key_arn"]["default"], "arn:aws:kms:us-east-1:123456789012:key/k");
}

#[test]
fn capacity_that_autoscaling_sets_is_ignored() {
    let range = json!({ "min": 5, "max": 50_000 });
    let capacity = json!({ "provisioned": { "table": { "read": range, "write": range } } });
    let module = with(json!({ "capacity": capacity })).terraform().unwrap();
    let table = &module["resource"]["aws_dynamodb_table"]["table"];
    assert_eq!(
        table["lifecycle"]["ignore_changes"],
        json!(["warm_throughput", "read_capacity", "write_capacity", "global_secondary_index"])
    );
    assert_eq!(
        (&table["read_capacity"], &table["global_secondary_index"][0]["write_capacity"]),
        (&json!(5), &json!(5))
    );
    let policy = &module["resource"]["aws_appautoscaling_policy"]["index_ByDay_write"];
    assert_eq!(policy["resource_id"], "${aws_appautoscaling_target.index_ByDay_write.resource_id}");
    // DynamoDB accepts a replica of a provisioned table only after autoscaling exists.
    let settings = json!({ "capacity": capacity, "replicas": ["eu-west-1"] }).to_string();
    let infrastructure = Infrastructure::new::<Shop>("shop", Settings::from_json(&settings).unwrap()).unwrap();
    let error = infrastructure.terraform().unwrap_err().to_string();
    assert!(error.contains("CloudFormation"), "{error}");
}
