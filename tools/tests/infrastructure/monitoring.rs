//! Alarms and dashboards.

use keywright_tools::{cloudformation, terraform};
use serde_json::{Value, json};

use crate::{Shop, with};

fn alarms(template: &Value) -> Vec<&Value> {
    let resources = template["Resources"].as_object().unwrap().values();
    resources.filter(|one| one["Type"] == "AWS::CloudWatch::Alarm").map(|one| &one["Properties"]).collect()
}

#[test]
fn each_reason_has_an_alarm_for_the_table_and_for_each_index() {
    let template = cloudformation::<Shop>("shop");
    // Two limits, reads and writes, the table and two indexes
    assert_eq!(alarms(&template).len(), 12);
    let alarm = &template["Resources"]["WriteKeyRangeThroughputThrottleEventsByDay"]["Properties"];
    assert_eq!(alarm["AlarmName"], json!({ "Fn::Sub": "${Table}/ByDay/WriteKeyRangeThroughputThrottleEvents" }));
    assert_eq!(
        alarm["Dimensions"],
        json!([
            { "Name": "TableName", "Value": { "Ref": "Table" } },
            { "Name": "GlobalSecondaryIndexName", "Value": "ByDay" },
        ])
    );
    let description = alarm["AlarmDescription"].as_str().unwrap();
    assert!(
        description.starts_with("Writes to the index ByDay are throttled (IndexWriteKeyRangeThroughputExceeded): "),
        "{description}"
    );
    let figures = ["Threshold", "EvaluationPeriods", "DatapointsToAlarm", "Period"].map(|name| &alarm[name]);
    assert_eq!(figures, [&json!(1), &json!(5), &json!(3), &json!(60)]);
    assert_eq!(alarm["TreatMissingData"], "notBreaching");
}

#[test]
fn only_limits_that_apply_have_alarms() {
    let names = |settings: Value| {
        let template = with(settings).cloudformation();
        let of_table = |alarm: &&&Value| alarm["Dimensions"].as_array().unwrap().len() == 1;
        let metric = |alarm: &Value| alarm["MetricName"].as_str().unwrap().to_owned();
        alarms(&template).iter().filter(of_table).map(|alarm| metric(alarm)).collect::<Vec<_>>()
    };
    assert_eq!(
        names(json!({ "capacity": { "on_demand": { "table": { "write_units": 90_000 } } } })),
        [
            "ReadAccountLimitThrottleEvents",
            "ReadKeyRangeThroughputThrottleEvents",
            "WriteAccountLimitThrottleEvents",
            "WriteKeyRangeThroughputThrottleEvents",
            "WriteMaxOnDemandThroughputThrottleEvents",
        ]
    );
    let range = json!({ "min": 5, "max": 90_000 });
    assert_eq!(
        names(json!({ "capacity": { "provisioned": { "table": { "read": range, "write": range } } } })),
        [
            "ReadKeyRangeThroughputThrottleEvents",
            "ReadProvisionedThroughputThrottleEvents",
            "WriteKeyRangeThroughputThrottleEvents",
            "WriteProvisionedThroughputThrottleEvents",
        ]
    );
    assert!(names(json!({ "alarms": null })).is_empty());
}

#[test]
fn terraform_has_the_same_alarms() {
    let (template, module) = (cloudformation::<Shop>("shop"), terraform::<Shop>("shop"));
    let of_terraform = module["resource"]["aws_cloudwatch_metric_alarm"].as_object().unwrap();
    let mut names: Vec<_> = alarms(&template).iter().map(|alarm| alarm["AlarmName"]["Fn::Sub"].to_string()).collect();
    let mut same: Vec<_> = of_terraform.values().map(|alarm| alarm["alarm_name"].to_string()).collect();
    same.iter_mut().for_each(|name| *name = name.replace("aws_dynamodb_table.table.name", "Table"));
    names.sort();
    same.sort();
    assert_eq!(names, same);
}

#[test]
fn the_dashboard_shows_each_place_with_its_declared_peak() {
    let template = cloudformation::<Shop>("shop");
    let body = &template["Resources"]["Dashboard"]["Properties"]["DashboardBody"]["Fn::Sub"];
    let body: Value = serde_json::from_str(body.as_str().unwrap()).unwrap();
    let widgets = body["widgets"].as_array().unwrap();
    let titles: Vec<_> = widgets.iter().map(|widget| widget["properties"]["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles[..4],
        [
            "table: read units per second",
            "table: write units per second",
            "table: throttled reads by reason",
            "table: throttled writes by reason",
        ]
    );
    assert!(titles.contains(&"ByDay: throttled writes by reason") && titles.contains(&"items deleted by TTL"));
    let lines = &widgets[1]["properties"]["annotations"]["horizontal"];
    assert_eq!(lines[0]["label"], "declared peak");
    assert!(lines[0]["value"].as_u64().unwrap() >= 9_000);
    // No two widgets overlap.
    let mut places: Vec<_> = widgets.iter().map(|widget| (widget["x"].to_string(), widget["y"].to_string())).collect();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), widgets.len());
    let without = with(json!({ "dashboard": false }));
    assert_eq!(without.cloudformation()["Resources"].get("Dashboard"), None);
    assert_eq!(without.terraform().unwrap().get("data"), None);
}

/// CloudWatch has a value of provisioned capacity every five minutes. With a period of one minute, the line has gaps.
#[test]
fn provisioned_capacity_is_shown_at_its_own_period() {
    let range = json!({ "min": 5, "max": 90_000 });
    let template = with(json!({ "capacity": { "provisioned": { "table": { "read": range, "write": range } } } }));
    let template = template.cloudformation();
    let body = &template["Resources"]["Dashboard"]["Properties"]["DashboardBody"]["Fn::Sub"];
    let body: Value = serde_json::from_str(body.as_str().unwrap()).unwrap();
    let provisioned = json!([
        "AWS/DynamoDB", "ProvisionedWriteCapacityUnits", "TableName", "${Table}",
        { "stat": "Average", "label": "provisioned", "period": 300 },
    ]);
    assert_eq!(body["widgets"][1]["properties"]["metrics"][2], provisioned);
}
