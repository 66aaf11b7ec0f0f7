//! Renders the table as a CloudFormation template.

mod global_table;
mod monitoring;
mod parameter;
mod scaling;
mod shared;
mod table;

use keywright::{Schema, Table};
use serde_json::{Map, Value, json};

use crate::infrastructure::{Infrastructure, Step, THROTTLES_AT_LAUNCH, require_default_settings};

/// The maximum number of bytes of a template's description.
///
/// AWS: [Description](https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-description-structure.html).
const MAX_DESCRIPTION: usize = 1_024;

/// Returns a CloudFormation template in its JSON form.
///
/// The table is on demand, with point-in-time recovery and with the declared TTL attribute. It is protected against
/// deletion and is retained when the stack is deleted. Contributor Insights, alarms and a dashboard show why requests
/// are throttled. These are the default settings;
/// [`Infrastructure`](crate::infrastructure::Infrastructure::cloudformation) has others.
///
/// # Parameters
///
/// Parameters are the values that differ between environments, or change after the deployment:
///
/// - `TableName`, by default `table_name`.
/// - `DeletionProtection`.
/// - `AlarmTopicArn`: the SNS topic that alarms notify, by default `none`.
/// - `KmsKeyArn`, if the settings have a customer-managed key, and one for each replica.
/// - `WarmWriteUnits` and `WarmReadUnits`, each also with the name of an index appended.
///
/// DynamoDB raises a table's warm throughput as its traffic grows, and it [cannot be
/// lowered](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html). A figure that is
/// fixed in the template falls behind, and the next update that changes it requests less than the table has, which
/// DynamoDB rejects. So each figure of the design is the default of a parameter. Pass the present figure (`aws dynamodb
/// describe-table`) to keep it, a higher one to raise it, or 0 to leave warm throughput to DynamoDB. If a new on-demand
/// table serves the declared load, there is no parameter.
///
/// If these figures do not serve the launch of the table at its declared peaks, the template's description says so.
///
/// # Updates
///
/// CloudFormation creates or deletes one global index per update:
/// [`Steps`](crate::infrastructure::Steps) are templates for one update each. CloudFormation does not change the TTL
/// attribute of a table: TTL has to be disabled first.
///
/// # CDK
///
/// `CfnInclude` of `aws-cdk-lib/cloudformation-include` reads the template as it is.
///
/// AWS:
/// [`AWS::DynamoDB::Table`](https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-dynamodb-table.html),
/// [`AWS::DynamoDB::GlobalTable`](https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html).
///
/// A table with `regions = "strong"` does not compile here (KW026), because its settings name its Regions:
///
/// ```compile_fail
/// #[derive(keywright::Table)]
/// #[table(regions = "strong")]
/// #[entities()]
/// struct Bank;
///
/// keywright_tools::cloudformation::<Bank>("bank");
/// ```
pub fn cloudformation<S: Schema>(table_name: &str) -> Value {
    const { require_default_settings::<S>() };
    Infrastructure::safe(&<S::Table as Table>::SCHEMA, S::ENTITIES, table_name).cloudformation()
}

impl Infrastructure {
    /// Returns the CloudFormation template: see [`cloudformation`](crate::cloudformation()).
    pub fn cloudformation(&self) -> Value {
        render(self, self)
    }
}

impl Step {
    /// Returns the CloudFormation template of this update.
    pub fn cloudformation(&self) -> Value {
        render(&self.infrastructure, &self.deployed)
    }
}

/// Returns a template with the table of `infrastructure`, and with the other resources of `other`.
fn render(infrastructure: &Infrastructure, other: &Infrastructure) -> Value {
    let (parameters, conditions) = parameter::declarations(&parameter::parameters(infrastructure));
    let mut template = json!({
        "AWSTemplateFormatVersion": "2010-09-09",
        "Parameters": parameters,
        "Resources": resources(infrastructure, other),
        "Outputs": outputs(infrastructure),
    });
    if let Some(launch) = infrastructure.launch() {
        template["Description"] = json!(description(launch));
    }
    if let Some(conditions) = conditions {
        template["Conditions"] = conditions;
    }
    template
}

/// Shortens a description to the length that CloudFormation allows.
fn description(text: String) -> String {
    match text.char_indices().nth(MAX_DESCRIPTION) {
        None => text,
        Some(_) => format!(
            "The table or some of its indexes {}. Let the load rise over hours.",
            THROTTLES_AT_LAUNCH.replacen("throttles", "throttle", 1)
        ),
    }
}

fn resources(infrastructure: &Infrastructure, other: &Infrastructure) -> Map<String, Value> {
    let (kind, properties) = match &infrastructure.settings.replicas {
        None => (table::TYPE, table::properties(infrastructure)),
        Some(regions) => (global_table::TYPE, global_table::properties(infrastructure, regions)),
    };
    let policy = if infrastructure.settings.deletion_protection { "Retain" } else { "Delete" };
    let table = json!({
        "Type": kind,
        "DeletionPolicy": policy,
        "UpdateReplacePolicy": "Retain",
        "Properties": properties,
    });
    let mut resources = Map::from_iter([("Table".to_owned(), table)]);
    if infrastructure.settings.replicas.is_none() {
        resources.extend(scaling::resources(other));
    }
    resources.extend(monitoring::resources(other));
    resources
}

fn outputs(infrastructure: &Infrastructure) -> Value {
    let attribute = |name: &str| json!({ "Value": { "Fn::GetAtt": ["Table", name] } });
    let mut outputs = json!({
        "TableName": { "Value": { "Ref": "Table" } },
        "TableArn": attribute("Arn"),
    });
    if infrastructure.stream().is_some() {
        outputs["StreamArn"] = attribute("StreamArn");
    }
    outputs
}
