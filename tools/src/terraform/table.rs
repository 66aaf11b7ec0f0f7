//! Renders the resource `aws_dynamodb_table`.

use keywright::{schema::Regions, throttling::Throughput};
use serde_json::{Map, Value, json};

use super::{text, variable::warm_block};
use crate::{
    create_table::billing_mode,
    infrastructure::{
        Capacity, Encryption, GlobalIndex, Infrastructure, LocalIndex, Place, Projection, Range, TableClass,
    },
};

pub(super) fn resource(infrastructure: &Infrastructure) -> Value {
    let settings = &infrastructure.settings;
    let mut resource = json!({
        "name": "${var.table_name}",
        "billing_mode": billing_mode(infrastructure),
        "attribute": attributes(infrastructure),
        "hash_key": names(&infrastructure.key.partition),
        "deletion_protection_enabled": "${var.deletion_protection_enabled}",
        "point_in_time_recovery": recovery(settings.point_in_time_recovery_days),
        "tags": "${var.tags}",
        "lifecycle": {
            "prevent_destroy": settings.deletion_protection,
            "ignore_changes": ignored_changes(infrastructure),
        },
    });
    if !infrastructure.key.sort.is_empty() {
        resource["range_key"] = names(&infrastructure.key.sort);
    }
    if let Some(ttl) = infrastructure.ttl {
        resource["ttl"] = json!({ "attribute_name": text(ttl), "enabled": true });
    }
    if let Some(stream) = infrastructure.stream() {
        resource["stream_enabled"] = json!(true);
        resource["stream_view_type"] = json!(stream.wire());
    }
    if settings.table_class != TableClass::Standard {
        resource["table_class"] = json!(settings.table_class.wire());
    }
    if let Some(block) = encryption(&settings.encryption) {
        resource["server_side_encryption"] = block;
    }
    indexes(infrastructure, &mut resource);
    if infrastructure.has_replicas() {
        let regions = settings.replicas.iter().flatten();
        resource["replica"] = regions.map(|region| replica(infrastructure, region)).collect();
    }
    if let Some(witness) = &settings.witness {
        resource["global_table_witness"] = json!({ "region_name": witness });
    }
    throughput(infrastructure, &infrastructure.table, &mut resource);
    resource
}

/// Returns the attributes that change outside of Terraform. With autoscaling, that includes the capacity of each index,
/// which cannot be named alone, because the provider's indexes are a set.
fn ignored_changes(infrastructure: &Infrastructure) -> Vec<&'static str> {
    let mut ignored = vec!["warm_throughput"];
    if let Capacity::Provisioned(_) = infrastructure.settings.capacity {
        ignored.extend(["read_capacity", "write_capacity"]);
        if !infrastructure.indexes.is_empty() {
            ignored.push("global_secondary_index");
        }
    }
    ignored
}

/// Returns the name of the only attribute of a table's partition or sort key.
fn names(attributes: &[crate::infrastructure::Attribute]) -> Value {
    attributes.iter().map(|attribute| text(&attribute.name)).next().unwrap_or_default()
}

fn attributes(infrastructure: &Infrastructure) -> Value {
    let attributes = infrastructure.key_attributes().into_iter();
    attributes.map(|attribute| json!({ "name": text(&attribute.name), "type": attribute.kind })).collect()
}

fn recovery(days: u8) -> Value {
    match days {
        0 => json!({ "enabled": false }),
        days => json!({ "enabled": true, "recovery_period_in_days": days }),
    }
}

fn encryption(encryption: &Encryption) -> Option<Value> {
    match encryption {
        Encryption::Dynamodb => None,
        Encryption::AwsManaged => Some(json!({ "enabled": true })),
        Encryption::CustomerManaged(_) => Some(json!({ "enabled": true, "kms_key_arn": "${var.kms_key_arn}" })),
    }
}

fn replica(infrastructure: &Infrastructure, region: &str) -> Value {
    let settings = &infrastructure.settings;
    let mut replica = json!({
        "region_name": region,
        "deletion_protection_enabled": "${var.deletion_protection_enabled}",
        "point_in_time_recovery": settings.point_in_time_recovery_days > 0,
        "propagate_tags": true,
    });
    if let Encryption::CustomerManaged(_) = settings.encryption {
        replica["kms_key_arn"] = json!(format!("${{var.replica_kms_key_arns[\"{region}\"]}}"));
    }
    if infrastructure.regions == Regions::Strong {
        replica["consistency_mode"] = json!("STRONG");
    }
    replica
}

fn indexes(infrastructure: &Infrastructure, resource: &mut Value) {
    if !infrastructure.indexes.is_empty() {
        let indexes = infrastructure.indexes.iter();
        resource["global_secondary_index"] =
            indexes.map(|index| global_secondary_index(infrastructure, index)).collect();
    }
    if !infrastructure.local_indexes.is_empty() {
        let indexes = infrastructure.local_indexes.iter();
        resource["local_secondary_index"] = indexes.map(local_secondary_index).collect();
    }
}

fn global_secondary_index(infrastructure: &Infrastructure, index: &GlobalIndex) -> Value {
    let mut value = projected(index.name(), &index.projection);
    let elements = index.key.elements();
    value["key_schema"] =
        elements.map(|(name, kind)| json!({ "attribute_name": text(name), "key_type": kind })).collect();
    throughput(infrastructure, &index.place, &mut value);
    value
}

fn local_secondary_index(index: &LocalIndex) -> Value {
    let mut value = projected(&index.name, &index.projection);
    value["range_key"] = names(&index.key.sort);
    value
}

fn projected(name: &str, projection: &Projection) -> Value {
    let mut value = json!({ "name": text(name), "projection_type": projection.wire() });
    if let Some(names) = projection.included() {
        value["non_key_attributes"] = names.iter().map(|name| text(name)).collect();
    }
    value
}

/// Adds the maximum on demand or the capacity at creation, and warm throughput.
fn throughput(infrastructure: &Infrastructure, place: &Place, value: &mut Value) {
    match &infrastructure.settings.capacity {
        Capacity::OnDemand(maximum) => {
            let of_place = maximum.of(place.index.as_deref());
            let kinds = [("max_read_request_units", Throughput::Read), ("max_write_request_units", Throughput::Write)];
            let given: Map<_, _> =
                kinds.iter().filter_map(|(name, of)| Some(((*name).to_owned(), json!(of_place.of(*of)?)))).collect();
            if !given.is_empty() {
                value["on_demand_throughput"] = Value::Object(given);
            }
        }
        Capacity::Provisioned(provisioned) => {
            let of_place = provisioned.of(place.index.as_deref());
            let initial = |range: Range| json!(range.min);
            value["read_capacity"] = initial(of_place.read);
            value["write_capacity"] = initial(of_place.write);
        }
    }
    if let Some(block) = warm_block(place) {
        value["dynamic"] = block;
    }
}
