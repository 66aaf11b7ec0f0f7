//! The CloudWatch dashboard.

use keywright::throttling::Throughput;
use serde_json::{Value, json};

use super::{Capacity, Infrastructure, Place, scaling::kind, throttle_alarm::metric, word};

/// The seconds between two values of provisioned capacity. Other metrics of a table have one each minute.
///
/// AWS: [metrics and dimensions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html).
const PROVISIONED_PERIOD: u32 = 300;

/// The width of a dashboard is 24 units.
const WIDTH: usize = 6;
const HEIGHT: usize = 6;

/// The operations whose latency is shown.
const OPERATIONS: [&str; 10] = [
    "GetItem",
    "BatchGetItem",
    "TransactGetItems",
    "Query",
    "Scan",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchWriteItem",
    "TransactWriteItems",
];

/// The references of a template to the table of its dashboard.
#[derive(Debug, Clone, Copy)]
pub(crate) struct References<'a> {
    /// The table's name.
    pub(crate) table: &'a str,
    /// The region.
    pub(crate) region: &'a str,
}

impl Infrastructure {
    /// Returns the dashboard: units and throttles of the table and of each index, then latency, errors, and expired
    /// items.
    ///
    /// AWS: [Dashboard body](https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html).
    pub(crate) fn dashboard(&self, references: References<'_>) -> Value {
        let of_place = |place| {
            let units = Throughput::ALL.map(|throughput| self.units(place, throughput, references));
            let throttles = Throughput::ALL.map(|throughput| self.throttles(place, throughput, references));
            [units, throttles].concat()
        };
        let mut rows: Vec<_> = self.places().map(of_place).collect();
        rows.push(self.of_table(references));
        let placed = rows.into_iter().enumerate().flat_map(|(row, widgets)| {
            widgets.into_iter().enumerate().map(move |(column, properties)| {
                json!({
                    "type": "metric",
                    "x": column * WIDTH,
                    "y": row * HEIGHT,
                    "width": WIDTH,
                    "height": HEIGHT,
                    "properties": properties,
                })
            })
        });
        json!({ "widgets": placed.collect::<Vec<_>>() })
    }

    /// Returns the consumed units per second, next to the declared peak and to what limits them.
    fn units(&self, place: &Place, throughput: Throughput, references: References<'_>) -> Value {
        let kind = kind(throughput);
        let hidden = json!({ "id": "consumed", "stat": "Sum", "visible": false });
        let mut metrics = vec![
            series(&format!("Consumed{kind}CapacityUnits"), Some(place), references, hidden),
            json!([{ "expression": "consumed / PERIOD(consumed)", "id": "rate", "label": "consumed" }]),
        ];
        let mut lines = vec![("declared peak", Some(place.peak.of(throughput)).filter(|peak| *peak > 0))];
        match &self.settings.capacity {
            Capacity::OnDemand(maximum) => {
                lines.push(("maximum", maximum.of(place.index.as_deref()).of(throughput)));
            }
            Capacity::Provisioned(_) => {
                let options = json!({ "stat": "Average", "label": "provisioned", "period": PROVISIONED_PERIOD });
                metrics.push(series(&format!("Provisioned{kind}CapacityUnits"), Some(place), references, options));
            }
        }
        let lines = lines.into_iter().filter_map(|(label, units)| Some(json!({ "label": label, "value": units? })));
        let mut widget =
            graph(&format!("{}: {} units per second", place.title(), word(throughput)), metrics, references);
        widget["annotations"] = json!({ "horizontal": lines.collect::<Vec<_>>() });
        widget
    }

    fn throttles(&self, place: &Place, throughput: Throughput, references: References<'_>) -> Value {
        let limits = self.limits(place, throughput).into_iter();
        let metrics = limits
            .map(|limit| series(&metric(throughput, limit), Some(place), references, json!({ "stat": "Sum" })))
            .collect();
        graph(&format!("{}: throttled {}s by reason", place.title(), word(throughput)), metrics, references)
    }

    fn of_table(&self, references: References<'_>) -> Vec<Value> {
        let of_operation = |name: &str, operation: &str, stat: &str| {
            json!([
                "AWS/DynamoDB", name, "TableName", references.table, "Operation", operation,
                { "stat": stat, "label": operation },
            ])
        };
        let all = |name: &str, stat: &str| OPERATIONS.iter().map(|one| of_operation(name, one, stat)).collect();
        let refused = |name: &str| series(name, None, references, json!({ "stat": "Sum" }));
        let mut widgets = vec![
            graph("latency, 99th percentile, in milliseconds", all("SuccessfulRequestLatency", "p99"), references),
            graph("errors of DynamoDB", all("SystemErrors", "Sum"), references),
            graph(
                "refused conditions and conflicts",
                vec![refused("ConditionalCheckFailedRequests"), refused("TransactionConflict")],
                references,
            ),
        ];
        if self.ttl.is_some() {
            let expired = series("TimeToLiveDeletedItemCount", None, references, json!({ "stat": "Sum" }));
            widgets.push(graph("items deleted by TTL", vec![expired], references));
        }
        widgets
    }
}

/// Returns a metric of a place, or of the table as a whole.
fn series(name: &str, place: Option<&Place>, references: References<'_>, options: Value) -> Value {
    let mut metric = vec![json!("AWS/DynamoDB"), json!(name), json!("TableName"), json!(references.table)];
    if let Some(index) = place.and_then(|place| place.index.as_ref()) {
        metric.extend([json!("GlobalSecondaryIndexName"), json!(index)]);
    }
    metric.push(options);
    Value::Array(metric)
}

fn graph(title: &str, metrics: Vec<Value>, references: References<'_>) -> Value {
    json!({
        "title": title,
        "region": references.region,
        "view": "timeSeries",
        "period": 60,
        "metrics": metrics,
        "yAxis": { "left": { "min": 0 } },
    })
}
