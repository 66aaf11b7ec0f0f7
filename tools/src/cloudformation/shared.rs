//! Properties that both types of tables have.

use serde_json::{Value, json};

use super::parameter::reference;
use crate::infrastructure::Infrastructure;

/// Adds the properties with the same name and place in both types.
pub(super) fn shared(infrastructure: &Infrastructure, properties: &mut Value) {
    properties["TableName"] = reference("TableName");
    if let Some(attribute) = infrastructure.ttl {
        properties["TimeToLiveSpecification"] = json!({ "AttributeName": attribute, "Enabled": true });
    }
    if let Some(stream) = infrastructure.stream() {
        properties["StreamSpecification"] = json!({ "StreamViewType": stream.wire() });
    }
}

pub(super) fn deletion_protection() -> Value {
    reference("DeletionProtection")
}

pub(super) fn recovery(days: u8) -> Value {
    match days {
        0 => json!({ "PointInTimeRecoveryEnabled": false }),
        days => json!({ "PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": days }),
    }
}

pub(super) fn contributor_insights(mode: &str) -> Value {
    json!({ "Enabled": true, "Mode": mode })
}
