//! Renders alarms and the dashboard.

use serde_json::{Map, Value, json};

use super::parameter::{if_given, reference};
use crate::infrastructure::{Alarms, Infrastructure, References, ThrottleAlarm};

pub(super) fn resources(infrastructure: &Infrastructure) -> Map<String, Value> {
    let mut resources = Map::new();
    if let Some(settings) = &infrastructure.settings.alarms {
        resources.extend(infrastructure.throttle_alarms().iter().map(|of| (logical_id(of), alarm(of, settings))));
    }
    if infrastructure.settings.dashboard {
        resources.insert("Dashboard".to_owned(), dashboard(infrastructure));
    }
    resources
}

fn logical_id(alarm: &ThrottleAlarm<'_>) -> String {
    format!("{}{}", alarm.metric(), alarm.place.camel)
}

fn alarm(of: &ThrottleAlarm<'_>, settings: &Alarms) -> Value {
    let dimension = |name: &str, value: Value| json!({ "Name": name, "Value": value });
    let index = of.place.index.iter().map(|index| dimension("GlobalSecondaryIndexName", json!(index)));
    let dimensions: Value = std::iter::once(dimension("TableName", reference("Table"))).chain(index).collect();
    json!({
        "Type": "AWS::CloudWatch::Alarm",
        "Properties": {
            "AlarmName": { "Fn::Sub": of.name("${Table}") },
            "AlarmDescription": of.description(),
            "Namespace": "AWS/DynamoDB",
            "MetricName": of.metric(),
            "Dimensions": dimensions,
            "Statistic": "Sum",
            "Period": 60,
            "Threshold": settings.throttles_per_minute,
            "ComparisonOperator": "GreaterThanOrEqualToThreshold",
            "EvaluationPeriods": settings.of_minutes,
            "DatapointsToAlarm": settings.minutes,
            "TreatMissingData": "notBreaching",
            "AlarmActions": if_given("AlarmTopicArn", json!([reference("AlarmTopicArn")])),
            "OKActions": if_given("AlarmTopicArn", json!([reference("AlarmTopicArn")])),
        },
    })
}

/// Renders the dashboard. CloudWatch generates its name, because a table's name may contain dots, and a dashboard's may
/// not.
fn dashboard(infrastructure: &Infrastructure) -> Value {
    let references = References { table: "${Table}", region: "${AWS::Region}" };
    json!({
        "Type": "AWS::CloudWatch::Dashboard",
        "Properties": {
            "DashboardBody": { "Fn::Sub": infrastructure.dashboard(references).to_string() },
        },
    })
}
