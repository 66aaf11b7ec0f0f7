//! Renders the table of several regions: `AWS::DynamoDB::GlobalTable`, which scales provisioned capacity itself.

use keywright::{schema::Regions, throttling::Throughput};
use serde_json::{Value, json};

use super::{
    parameter::{reference, replica_key, warm_throughput},
    shared::{contributor_insights, deletion_protection, recovery, shared},
};
use crate::{
    create_table::{index_properties, keys_and_local_indexes, tags},
    infrastructure::{Capacity, Encryption, Infrastructure, Place, TableClass, scaling::kind},
};

pub(super) const TYPE: &str = "AWS::DynamoDB::GlobalTable";

/// The region of the stack, where a replica must be declared too.
const OWN_REGION: &str = "AWS::Region";

pub(super) fn properties(infrastructure: &Infrastructure, regions: &[String]) -> Value {
    let mut properties = keys_and_local_indexes(infrastructure);
    shared(infrastructure, &mut properties);
    writes(infrastructure, &infrastructure.table, &mut properties);
    if !infrastructure.indexes.is_empty() {
        let indexes = infrastructure.indexes.iter().map(|index| {
            let mut declared = index_properties(index.name(), &index.key, &index.projection);
            writes(infrastructure, &index.place, &mut declared);
            declared
        });
        properties["GlobalSecondaryIndexes"] = indexes.collect();
    }
    if infrastructure.settings.encryption != Encryption::Dynamodb {
        properties["SSESpecification"] = json!({ "SSEEnabled": true, "SSEType": "KMS" });
    }
    if infrastructure.regions == Regions::Strong {
        properties["MultiRegionConsistency"] = json!("STRONG");
    }
    if let Some(witness) = &infrastructure.settings.witness {
        properties["GlobalTableWitnesses"] = json!([{ "Region": witness }]);
    }
    let own = replica(infrastructure, reference(OWN_REGION), "KmsKeyArn");
    let others = regions.iter().map(|region| replica(infrastructure, json!(region), &replica_key(region)));
    properties["Replicas"] = std::iter::once(own).chain(others).collect();
    properties
}

/// Adds warm throughput and the limit of writes, which apply to all replicas.
fn writes(infrastructure: &Infrastructure, place: &Place, properties: &mut Value) {
    warm_throughput(place).into_iter().for_each(|warm| properties["WarmThroughput"] = warm);
    throughput(infrastructure, place, Throughput::Write, properties);
}

/// Returns the settings of one region.
fn replica(infrastructure: &Infrastructure, region: Value, key: &str) -> Value {
    let settings = &infrastructure.settings;
    let mut replica = json!({
        "Region": region,
        "DeletionProtectionEnabled": deletion_protection(),
        "PointInTimeRecoverySpecification": recovery(settings.point_in_time_recovery_days),
    });
    reads(infrastructure, &infrastructure.table, &mut replica);
    if matches!(settings.encryption, Encryption::CustomerManaged(_)) {
        replica["SSESpecification"] = json!({ "KMSMasterKeyId": reference(key) });
    }
    if settings.table_class != TableClass::Standard {
        replica["TableClass"] = json!(settings.table_class.wire());
    }
    if !settings.tags.is_empty() {
        replica["Tags"] = tags(infrastructure);
    }
    let indexes: Vec<_> =
        infrastructure.indexes.iter().filter_map(|index| replica_index(infrastructure, &index.place)).collect();
    if !indexes.is_empty() {
        replica["GlobalSecondaryIndexes"] = Value::Array(indexes);
    }
    replica
}

/// Returns an index of a replica, unless nothing is set for it.
fn replica_index(infrastructure: &Infrastructure, place: &Place) -> Option<Value> {
    let named = json!({ "IndexName": place.title() });
    let mut index = named.clone();
    reads(infrastructure, place, &mut index);
    (index != named).then_some(index)
}

/// Adds Contributor Insights and the limit of reads.
fn reads(infrastructure: &Infrastructure, place: &Place, properties: &mut Value) {
    if let Some(mode) = infrastructure.insights() {
        properties["ContributorInsightsSpecification"] = contributor_insights(mode);
    }
    throughput(infrastructure, place, Throughput::Read, properties);
}

/// Adds the maximum on demand, or autoscaling of provisioned capacity.
fn throughput(infrastructure: &Infrastructure, place: &Place, throughput: Throughput, properties: &mut Value) {
    let kind = kind(throughput);
    match &infrastructure.settings.capacity {
        Capacity::OnDemand(maximum) => {
            if let Some(units) = maximum.of(place.index.as_deref()).of(throughput) {
                properties[format!("{kind}OnDemandThroughputSettings")] =
                    json!({ format!("Max{kind}RequestUnits"): units });
            }
        }
        Capacity::Provisioned(provisioned) => {
            let range = provisioned.of(place.index.as_deref()).of(throughput);
            properties[format!("{kind}ProvisionedThroughputSettings")] = json!({
                format!("{kind}CapacityAutoScalingSettings"): {
                    "MinCapacity": range.min,
                    "MaxCapacity": range.max,
                    "TargetTrackingScalingPolicyConfiguration": { "TargetValue": provisioned.target_percent },
                },
            });
        }
    }
}
