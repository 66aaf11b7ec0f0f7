//! Renders the table of one region: `AWS::DynamoDB::Table`.

use serde_json::{Value, json};

use super::{
    parameter::{reference, warm_throughput},
    shared::{contributor_insights, deletion_protection, recovery, shared},
};
use crate::{
    create_table::{table_properties, tags},
    infrastructure::{Encryption, Infrastructure, TableClass},
};

pub(super) const TYPE: &str = "AWS::DynamoDB::Table";

pub(super) fn properties(infrastructure: &Infrastructure) -> Value {
    let settings = &infrastructure.settings;
    let mut properties = table_properties(infrastructure, warm_throughput);
    shared(infrastructure, &mut properties);
    properties["DeletionProtectionEnabled"] = deletion_protection();
    properties["PointInTimeRecoverySpecification"] = recovery(settings.point_in_time_recovery_days);
    if let Some(mode) = infrastructure.insights() {
        properties["ContributorInsightsSpecification"] = contributor_insights(mode);
        for index in properties.get_mut("GlobalSecondaryIndexes").and_then(Value::as_array_mut).into_iter().flatten() {
            index["ContributorInsightsSpecification"] = contributor_insights(mode);
        }
    }
    match settings.encryption {
        Encryption::Dynamodb => {}
        Encryption::AwsManaged => properties["SSESpecification"] = json!({ "SSEEnabled": true, "SSEType": "KMS" }),
        Encryption::CustomerManaged(_) => {
            properties["SSESpecification"] =
                json!({ "SSEEnabled": true, "SSEType": "KMS", "KMSMasterKeyId": reference("KmsKeyArn") });
        }
    }
    if settings.table_class != TableClass::Standard {
        properties["TableClass"] = json!(settings.table_class.wire());
    }
    if !settings.tags.is_empty() {
        properties["Tags"] = tags(infrastructure);
    }
    properties
}
