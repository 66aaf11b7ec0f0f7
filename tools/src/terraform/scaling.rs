//! Autoscaling of provisioned capacity.

use keywright::throttling::Throughput;
use serde_json::{Map, Value, json};

use super::{TABLE_NAME, resource_name};
use crate::infrastructure::{Capacity, Infrastructure, Place, Provisioned, scaling};

/// Returns the targets and the policies: for reads and for writes, of the table and of each global index.
pub(super) fn resources(infrastructure: &Infrastructure) -> [Map<String, Value>; 2] {
    let Capacity::Provisioned(provisioned) = &infrastructure.settings.capacity else { return Default::default() };
    let kinds = || infrastructure.places().flat_map(|place| Throughput::ALL.map(|throughput| (place, throughput)));
    let targets = kinds().map(|(place, throughput)| (name(place, throughput), target(provisioned, place, throughput)));
    let policies = kinds().map(|(place, throughput)| (name(place, throughput), policy(provisioned, place, throughput)));
    [targets.collect(), policies.collect()]
}

fn name(place: &Place, throughput: Throughput) -> String {
    format!("{}_{}", resource_name(place), scaling::kind(throughput).to_lowercase())
}

fn target(provisioned: &Provisioned, place: &Place, throughput: Throughput) -> Value {
    let range = provisioned.of(place.index.as_deref()).of(throughput);
    json!({
        "service_namespace": "dynamodb",
        "scalable_dimension": scaling::dimension(place, throughput),
        "resource_id": scaling::resource(place, TABLE_NAME),
        "min_capacity": range.min,
        "max_capacity": range.max,
    })
}

fn policy(provisioned: &Provisioned, place: &Place, throughput: Throughput) -> Value {
    let target = name(place, throughput);
    let of_target = |attribute: &str| format!("${{aws_appautoscaling_target.{target}.{attribute}}}");
    json!({
        "name": format!("{}CapacityUtilization", scaling::kind(throughput)),
        "policy_type": "TargetTrackingScaling",
        "service_namespace": of_target("service_namespace"),
        "scalable_dimension": of_target("scalable_dimension"),
        "resource_id": of_target("resource_id"),
        "target_tracking_scaling_policy_configuration": {
            "target_value": provisioned.target_percent,
            "predefined_metric_specification": { "predefined_metric_type": scaling::metric(throughput) },
        },
    })
}
