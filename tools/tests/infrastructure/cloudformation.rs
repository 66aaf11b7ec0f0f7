//! CloudFormation templates.

use keywright_tools::cloudformation;
use serde_json::{Value, json};

use crate::{Feed, Notes, Shop, with};

/// Returns a template with these values of its parameters.
pub(super) fn resolved(value: &Value, parameters: &Value) -> Value {
    let condition = |name: &str| {
        let value = &parameters[name.strip_prefix("Has").unwrap()];
        *value != json!(0) && *value != json!("none")
    };
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

pub(super) fn defaults(template: &Value) -> Value {
    let parameters = template["Parameters"].as_object().unwrap().iter();
    Value::Object(parameters.map(|(name, parameter)| (name.clone(), parameter["Default"].clone())).collect())
}

#[test]
fn ttl_is_enabled() {
    let template = cloudformation::<Shop>("shop");
    let properties = &template["Resources"]["Table"]["Properties"];
    assert_eq!(properties["TimeToLiveSpecification"], json!({ "AttributeName": "ends", "Enabled": true }));
}

#[test]
fn cloudformation_has_a_parameter_for_each_warm_throughput() {
    let template = cloudformation::<Shop>("shop");
    let mut values = defaults(&template);
    assert_eq!(
        values,
        json!({
            "TableName": "shop",
            "DeletionProtection": "true",
            "AlarmTopicArn": "none",
            "WarmWriteUnits": 21_000,
            "WarmWriteUnitsByState": 11_000,
            "WarmWriteUnitsByDay": 11_000,
        })
    );
    let conditions = template["Conditions"].as_object().unwrap();
    assert_eq!(conditions.len(), 4);
    let parameters = template["Parameters"].as_object().unwrap().iter();
    for (name, parameter) in parameters.filter(|(name, _)| name.starts_with("Warm")) {
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
    let figures = defaults(&template);
    assert_eq!((&figures["WarmWriteUnits"], &figures["WarmReadUnits"]), (&json!(5_000), &json!(15_000)));
    assert_eq!(warm(5_000, 16_000), Some(json!({ "WriteUnitsPerSecond": 5_000, "ReadUnitsPerSecond": 16_000 })));
    assert_eq!(warm(5_000, 0), Some(json!({ "WriteUnitsPerSecond": 5_000 })));
    assert_eq!(warm(0, 16_000), Some(json!({ "ReadUnitsPerSecond": 16_000 })));
    assert_eq!(warm(0, 0), None);
}

#[test]
fn a_light_design_has_no_warm_throughput() {
    let template = cloudformation::<Notes>("notes");
    let names: Vec<_> = template["Parameters"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["AlarmTopicArn", "DeletionProtection", "TableName"]);
    assert_eq!(template["Resources"]["Table"]["Properties"].get("WarmThroughput"), None);
}

#[test]
fn defaults_are_safe() {
    let template = cloudformation::<Shop>("shop");
    let table = &template["Resources"]["Table"];
    assert_eq!((&table["DeletionPolicy"], &table["UpdateReplacePolicy"]), (&json!("Retain"), &json!("Retain")));
    let properties = resolved(&table["Properties"], &defaults(&template));
    assert_eq!(properties["DeletionProtectionEnabled"], "true");
    let recovery = json!({ "PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": 35 });
    assert_eq!(properties["PointInTimeRecoverySpecification"], recovery);
    let insights = json!({ "Enabled": true, "Mode": "THROTTLED_KEYS" });
    assert_eq!(properties["ContributorInsightsSpecification"], insights);
    assert_eq!(properties["GlobalSecondaryIndexes"][1]["ContributorInsightsSpecification"], insights);
    assert_eq!(properties.get("SSESpecification"), None);
    assert_eq!(properties.get("StreamSpecification"), None);
}

#[test]
fn a_table_that_may_be_deleted_is_deleted_with_its_stack() {
    let template = with(json!({ "deletion_protection": false })).cloudformation();
    assert_eq!(template["Resources"]["Table"]["DeletionPolicy"], "Delete");
    assert_eq!(template["Parameters"]["DeletionProtection"]["Default"], "false");
}

#[test]
fn a_global_table_declares_the_stacks_region_and_the_others() {
    let infrastructure = with(json!({
        "replicas": ["eu-west-1"],
        "encryption": { "customer_managed": "arn:aws:kms:us-east-1:123456789012:key/k" },
        "capacity": { "on_demand": {
            "table": { "read_units": 40_000, "write_units": 50_000 },
            "indexes": { "ByDay": { "read_units": 30_000 } },
        } },
    }));
    let template = infrastructure.cloudformation();
    assert_eq!(template["Resources"]["Table"]["Type"], "AWS::DynamoDB::GlobalTable");
    let properties = &template["Resources"]["Table"]["Properties"];
    assert_eq!(properties["StreamSpecification"], json!({ "StreamViewType": "NEW_AND_OLD_IMAGES" }));
    assert_eq!(properties["WriteOnDemandThroughputSettings"], json!({ "MaxWriteRequestUnits": 50_000 }));
    let replicas = properties["Replicas"].as_array().unwrap();
    let regions: Vec<_> = replicas.iter().map(|replica| &replica["Region"]).collect();
    assert_eq!(regions, [&json!({ "Ref": "AWS::Region" }), &json!("eu-west-1")]);
    let keys: Vec<_> = replicas.iter().map(|replica| &replica["SSESpecification"]["KMSMasterKeyId"]["Ref"]).collect();
    assert_eq!(keys, ["KmsKeyArn", "KmsKeyArnEuWest1"]);
    // A key of another region cannot be guessed.
    assert_eq!(template["Parameters"]["KmsKeyArnEuWest1"].get("Default"), None);
    for replica in replicas {
        assert_eq!(replica["ReadOnDemandThroughputSettings"], json!({ "MaxReadRequestUnits": 40_000 }));
        assert_eq!(replica["DeletionProtectionEnabled"], json!({ "Ref": "DeletionProtection" }));
        let index = &replica["GlobalSecondaryIndexes"];
        let expected = json!([{
            "IndexName": "ByDay",
            "ReadOnDemandThroughputSettings": { "MaxReadRequestUnits": 30_000 },
        }]);
        assert_eq!(*index, expected);
    }
    let ready = with(json!({ "replicas": [] })).cloudformation();
    assert_eq!(ready["Resources"]["Table"]["Properties"]["Replicas"].as_array().unwrap().len(), 1);
}

#[test]
fn provisioned_capacity_has_autoscaling() {
    let capacity = json!({
        "table": { "read": { "min": 5, "max": 50_000 }, "write": { "min": 7, "max": 60_000 } },
        "indexes": { "ByDay": { "read": { "min": 1, "max": 10 }, "write": { "min": 2, "max": 40_000 } } },
        "target_percent": 50,
    });
    let template = with(json!({ "capacity": { "provisioned": capacity } })).cloudformation();
    let resources = &template["Resources"];
    let properties = &resources["Table"]["Properties"];
    assert_eq!(properties["BillingMode"], "PROVISIONED");
    let initial = |read: u64, write: u64| json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write });
    assert_eq!(properties["ProvisionedThroughput"], initial(5, 7));
    assert_eq!(properties["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"], initial(5, 7));
    assert_eq!(properties["GlobalSecondaryIndexes"][1]["ProvisionedThroughput"], initial(1, 2));
    assert_eq!(
        resources["WriteScalingByDay"]["Properties"],
        json!({
            "ServiceNamespace": "dynamodb",
            "ScalableDimension": "dynamodb:index:WriteCapacityUnits",
            "ResourceId": { "Fn::Sub": "table/${Table}/index/ByDay" },
            "MinCapacity": 2,
            "MaxCapacity": 40_000,
        })
    );
    let policy = &resources["WritePolicyByDay"]["Properties"];
    assert_eq!(policy["ScalingTargetId"], json!({ "Ref": "WriteScalingByDay" }));
    assert_eq!(policy["TargetTrackingScalingPolicyConfiguration"]["TargetValue"], 50);
    let targets = resources.as_object().unwrap().values();
    let targets = targets.filter(|one| one["Type"] == "AWS::ApplicationAutoScaling::ScalableTarget");
    assert_eq!(targets.count(), 6);
}
