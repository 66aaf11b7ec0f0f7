//! Autoscaling of provisioned capacity.

use keywright::throttling::Throughput;
use serde_json::{Map, Value, json};

use crate::infrastructure::{Capacity, Infrastructure, Place, Provisioned, scaling};

/// Returns a target and a policy for reads and for writes, of the table and of each global index.
///
/// AWS: [Application Auto
/// Scaling](https://docs.aws.amazon.com/autoscaling/application/userguide/services-that-can-integrate-dynamodb.html).
pub(super) fn resources(infrastructure: &Infrastructure) -> Map<String, Value> {
    let Capacity::Provisioned(provisioned) = &infrastructure.settings.capacity else { return Map::new() };
    let kinds = infrastructure.places().flat_map(|place| Throughput::ALL.map(|throughput| (place, throughput)));
    kinds.flat_map(|(place, throughput)| of_place(provisioned, place, throughput)).collect()
}

fn of_place(provisioned: &Provisioned, place: &Place, throughput: Throughput) -> [(String, Value); 2] {
    let kind = scaling::kind(throughput);
    let range = provisioned.of(place.index.as_deref()).of(throughput);
    let target = format!("{kind}Scaling{}", place.camel);
    let policy = json!({
        "Type": "AWS::ApplicationAutoScaling::ScalingPolicy",
        "Properties": {
            "PolicyName": format!("{kind}CapacityUtilization"),
            "PolicyType": "TargetTrackingScaling",
            "ScalingTargetId": { "Ref": target },
            "TargetTrackingScalingPolicyConfiguration": {
                "TargetValue": provisioned.target_percent,
                "PredefinedMetricSpecification": { "PredefinedMetricType": scaling::metric(throughput) },
            },
        },
    });
    let policy_name = format!("{kind}Policy{}", place.camel);
    let target_resource = json!({
        "Type": "AWS::ApplicationAutoScaling::ScalableTarget",
        "Properties": {
            "ServiceNamespace": "dynamodb",
            "ScalableDimension": scaling::dimension(place, throughput),
            "ResourceId": { "Fn::Sub": scaling::resource(place, "${Table}") },
            "MinCapacity": range.min,
            "MaxCapacity": range.max,
        },
    });
    [(target, target_resource), (policy_name, policy)]
}
