//! Renders Contributor Insights, alarms and the dashboard.

use serde_json::{Map, Value, json};

use super::{TABLE_NAME, resource_name, text};
use crate::infrastructure::{Alarms, Infrastructure, References, ThrottleAlarm};

pub(super) fn contributor_insights(infrastructure: &Infrastructure) -> Map<String, Value> {
    let Some(mode) = infrastructure.insights() else { return Map::new() };
    let of_place = infrastructure.places().map(|place| {
        let mut resource = json!({ "table_name": TABLE_NAME, "mode": mode });
        if let Some(index) = &place.index {
            resource["index_name"] = text(index);
        }
        (resource_name(place), resource)
    });
    of_place.collect()
}

pub(super) fn alarms(infrastructure: &Infrastructure) -> Map<String, Value> {
    let Some(settings) = &infrastructure.settings.alarms else { return Map::new() };
    let name = |of: &ThrottleAlarm<'_>| format!("{}_{}", resource_name(of.place), of.metric());
    infrastructure.throttle_alarms().iter().map(|of| (name(of), alarm(of, settings))).collect()
}

fn alarm(of: &ThrottleAlarm<'_>, settings: &Alarms) -> Value {
    let mut dimensions = json!({ "TableName": TABLE_NAME });
    if let Some(index) = &of.place.index {
        dimensions["GlobalSecondaryIndexName"] = text(index);
    }
    json!({
        "alarm_name": of.name(TABLE_NAME),
        "alarm_description": text(&of.description()),
        "namespace": "AWS/DynamoDB",
        "metric_name": of.metric(),
        "dimensions": dimensions,
        "statistic": "Sum",
        "period": 60,
        "threshold": settings.throttles_per_minute,
        "comparison_operator": "GreaterThanOrEqualToThreshold",
        "evaluation_periods": settings.of_minutes,
        "datapoints_to_alarm": settings.minutes,
        "treat_missing_data": "notBreaching",
        "alarm_actions": "${var.alarm_actions}",
        "ok_actions": "${var.alarm_actions}",
        "tags": "${var.tags}",
    })
}

/// Renders the dashboard. Its name has no dots, which a table's may have.
pub(super) fn dashboard(infrastructure: &Infrastructure) -> Option<Value> {
    let references = References { table: TABLE_NAME, region: REGION };
    infrastructure.settings.dashboard.then(|| {
        json!({
            "dashboard_name": format!("${{replace(aws_dynamodb_table.table.name, \".\", \"-\")}}-{REGION}"),
            "dashboard_body": infrastructure.dashboard(references).to_string(),
        })
    })
}

const REGION: &str = "${data.aws_region.current.region}";
