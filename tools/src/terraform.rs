//! Renders the table as a Terraform module.

mod monitoring;
mod scaling;
mod table;
mod variable;

use keywright::{Schema, Table};
use serde_json::{Map, Value, json};

use crate::infrastructure::{Capacity, Infrastructure, InfrastructureError, Place, require_default_settings};

/// The provider's versions that support everything that is written here. The latest addition is `key_schema` of an
/// index, in 6.29.0.
const PROVIDER_VERSION: &str = ">= 6.29.0, < 7.0.0";

/// A reference to the table's name. Resources with it are created after the table.
const TABLE_NAME: &str = "${aws_dynamodb_table.table.name}";

/// Returns a Terraform module in Terraform's JSON syntax, for a file such as `table.tf.json`.
///
/// The table is on demand, with point-in-time recovery and with the declared TTL attribute. DynamoDB and Terraform both
/// refuse to delete it. Contributor Insights, alarms and a dashboard show why requests are throttled. These are the
/// default settings; [`Infrastructure`](crate::infrastructure::Infrastructure::terraform) has others.
///
/// It needs the AWS provider 6.29.0 or later: the keys of global indexes are written with `key_schema`, because
/// `hash_key` and `range_key` of an index are deprecated from that version on. Those of the table and of local indexes
/// are not, and have no replacement.
///
/// # Variables
///
/// - `table_name`, by default `table_name`; `deletion_protection_enabled`; `tags`.
/// - `alarm_actions`: the ARNs of what alarms notify.
/// - `kms_key_arn`, if the settings have a customer-managed key, and `replica_kms_key_arns` by region.
/// - `warm_throughput`, and `warm_throughput_` with the name of an index.
///
/// DynamoDB raises a table's warm throughput as its traffic grows, and it [cannot be
/// lowered](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html). A figure that is
/// fixed in the configuration falls behind, and the next plan requests less than the table has. The provider rejects
/// that, or plans to replace the table. So each place that requests warm throughput has a variable. Its default is the
/// design's figures, and the value `null` requests none. If a new on-demand table serves the declared load, there is no
/// variable.
///
/// - Changes of the table's variable are ignored (`lifecycle`): it only counts when the table is created. Raise warm
///   throughput later with `aws dynamodb update-table --warm-throughput`.
/// - `ignore_changes` cannot name an attribute of one index, because the provider's indexes are a set. To ignore the
///   whole set would also leave out new indexes. So set an index's variable to `null`, or to the present figures, once
///   DynamoDB has raised them. The provider ignores what DynamoDB does to an index that requests none.
///
/// With provisioned capacity, the whole set is ignored nevertheless, because each run would otherwise reset the
/// capacity of each index to its minimum. Remove `global_secondary_index` from `ignore_changes` for the run that adds
/// or removes an index.
///
/// Terraform:
/// [`aws_dynamodb_table`](https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/dynamodb_table),
/// [`ignore_changes`](https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle#ignore_changes),
/// [JSON syntax](https://developer.hashicorp.com/terraform/language/syntax/json).
///
/// A table with `regions = "strong"` does not compile here (KW026), because its settings name its Regions.
pub fn terraform<S: Schema>(table_name: &str) -> Value {
    const { require_default_settings::<S>() };
    render(&Infrastructure::safe(&<S::Table as Table>::SCHEMA, S::ENTITIES, table_name))
}

impl Infrastructure {
    /// Returns the Terraform module: see [`terraform`](crate::terraform()).
    ///
    /// # Errors
    ///
    /// If the table has replicas and provisioned capacity: the provider creates replicas before autoscaling exists,
    /// which DynamoDB refuses.
    pub fn terraform(&self) -> Result<Value, InfrastructureError> {
        match (&self.settings.capacity, self.has_replicas()) {
            (Capacity::Provisioned(_), true) => Err(InfrastructureError(
                "replicas: Terraform creates replicas before autoscaling exists, which DynamoDB refuses for \
                 provisioned capacity\nfix   on-demand capacity, or CloudFormation"
                    .to_owned(),
            )),
            _ => Ok(render(self)),
        }
    }
}

fn render(infrastructure: &Infrastructure) -> Value {
    let mut module = json!({
        "terraform": {
            "required_providers": { "aws": { "source": "hashicorp/aws", "version": PROVIDER_VERSION } },
        },
        "variable": variable::variables(infrastructure),
        "resource": resources(infrastructure),
        "output": outputs(infrastructure),
    });
    if let Some(launch) = infrastructure.launch() {
        // A comment in Terraform's JSON syntax.
        module["//"] = json!(launch);
    }
    if infrastructure.settings.dashboard {
        module["data"] = json!({ "aws_region": { "current": {} } });
    }
    module
}

fn resources(infrastructure: &Infrastructure) -> Map<String, Value> {
    let [targets, policies] = scaling::resources(infrastructure);
    let dashboard = monitoring::dashboard(infrastructure).map(|dashboard| ("dashboard".to_owned(), dashboard));
    let kinds = [
        ("aws_dynamodb_table", Map::from_iter([("table".to_owned(), table::resource(infrastructure))])),
        ("aws_dynamodb_contributor_insights", monitoring::contributor_insights(infrastructure)),
        ("aws_appautoscaling_target", targets),
        ("aws_appautoscaling_policy", policies),
        ("aws_cloudwatch_metric_alarm", monitoring::alarms(infrastructure)),
        ("aws_cloudwatch_dashboard", dashboard.into_iter().collect()),
    ];
    let declared = kinds.into_iter().filter(|(_, resources)| !resources.is_empty());
    declared.map(|(kind, resources)| (kind.to_owned(), Value::Object(resources))).collect()
}

fn outputs(infrastructure: &Infrastructure) -> Value {
    let attribute = |name: &str| json!({ "value": format!("${{aws_dynamodb_table.table.{name}}}") });
    let mut outputs = json!({ "table_name": attribute("name"), "table_arn": attribute("arn") });
    if infrastructure.stream().is_some() {
        outputs["stream_arn"] = attribute("stream_arn");
    }
    outputs
}

/// Returns the name of a place's resources.
fn resource_name(place: &Place) -> String {
    match place.index {
        Some(_) => format!("index_{}", place.snake),
        None => "table".to_owned(),
    }
}

/// Escapes text, so that Terraform does not read it as a template.
fn text(text: &str) -> Value {
    json!(text.replace("${", "$${").replace("%{", "%%{"))
}
