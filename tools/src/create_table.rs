//! Renders the table as a CreateTable request.

use keywright::{Schema, Table};
use serde_json::{Map, Value, json};

use crate::infrastructure::{
    Capacity, Encryption, Infrastructure, Key, Maximum, Place, Projection, Provisioned, TableClass,
};

/// Returns the input of `CreateTable` as JSON, for `aws dynamodb create-table --cli-input-json file://..`.
///
/// The table is on demand and is protected against deletion;
/// [`Infrastructure`](crate::infrastructure::Infrastructure::create_table) has settings. If the declared load exceeds
/// what a new on-demand table serves (4,000 write units and 12,000 read units per second), it requests warm throughput.
/// TTL is not part of CreateTable: `aws dynamodb update-time-to-live` enables it. Neither are the other Regions of a
/// table with `regions = "strong"`: `aws dynamodb update-table --multi-region-consistency STRONG` adds them, while the
/// table is empty.
///
/// The input contains the figures themselves, because it is used only once and not compared with the table later.
pub fn create_table<S: Schema>(table_name: &str) -> Value {
    render(&Infrastructure::safe(&<S::Table as Table>::SCHEMA, S::ENTITIES, table_name))
}

impl Infrastructure {
    /// Returns the input of `CreateTable`: see [`create_table`](crate::create_table()).
    ///
    /// It has no TTL, point-in-time recovery, replicas, autoscaling, Contributor Insights, alarms and dashboard,
    /// because `CreateTable` has no such settings.
    pub fn create_table(&self) -> Value {
        render(self)
    }
}

fn render(infrastructure: &Infrastructure) -> Value {
    let settings = &infrastructure.settings;
    let mut input = table_properties(infrastructure, figures);
    input["TableName"] = json!(infrastructure.table_name);
    input["DeletionProtectionEnabled"] = json!(settings.deletion_protection);
    if let Some(stream) = infrastructure.stream() {
        input["StreamSpecification"] = json!({ "StreamEnabled": true, "StreamViewType": stream.wire() });
    }
    match &settings.encryption {
        Encryption::Dynamodb => {}
        Encryption::AwsManaged => input["SSESpecification"] = json!({ "Enabled": true, "SSEType": "KMS" }),
        Encryption::CustomerManaged(key) => {
            input["SSESpecification"] = json!({ "Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": key });
        }
    }
    if settings.table_class != TableClass::Standard {
        input["TableClass"] = json!(settings.table_class.wire());
    }
    if !settings.tags.is_empty() {
        input["Tags"] = tags(infrastructure);
    }
    input
}

/// Returns the properties that CreateTable and CloudFormation's table have in common. `warm` returns the
/// `WarmThroughput` of the table or of an index, if there is one.
pub(crate) fn table_properties(infrastructure: &Infrastructure, warm: impl Fn(&Place) -> Option<Value>) -> Value {
    let with_throughput = |mut properties: Value, place: &Place| {
        match &infrastructure.settings.capacity {
            Capacity::OnDemand(maximum) => {
                let maximum = on_demand_throughput(maximum.of(place.index.as_deref()));
                maximum.into_iter().for_each(|maximum| properties["OnDemandThroughput"] = maximum);
            }
            Capacity::Provisioned(provisioned) => {
                properties["ProvisionedThroughput"] = provisioned_throughput(provisioned, place);
            }
        }
        warm(place).into_iter().for_each(|warm| properties["WarmThroughput"] = warm);
        properties
    };
    let mut properties = with_throughput(keys_and_local_indexes(infrastructure), &infrastructure.table);
    if !infrastructure.indexes.is_empty() {
        let indexes = infrastructure.indexes.iter();
        properties["GlobalSecondaryIndexes"] = indexes
            .map(|index| with_throughput(index_properties(index.name(), &index.key, &index.projection), &index.place))
            .collect();
    }
    properties
}

/// Returns the properties that all forms of the table have in common.
pub(crate) fn keys_and_local_indexes(infrastructure: &Infrastructure) -> Value {
    let mut properties = json!({
        "BillingMode": billing_mode(infrastructure),
        "AttributeDefinitions": attribute_definitions(infrastructure),
        "KeySchema": key_schema(&infrastructure.key),
    });
    if !infrastructure.local_indexes.is_empty() {
        let indexes = infrastructure.local_indexes.iter();
        properties["LocalSecondaryIndexes"] =
            indexes.map(|index| index_properties(&index.name, &index.key, &index.projection)).collect();
    }
    properties
}

pub(crate) fn index_properties(name: &str, key: &Key, of: &Projection) -> Value {
    json!({ "IndexName": name, "KeySchema": key_schema(key), "Projection": projection(of) })
}

pub(crate) fn billing_mode(infrastructure: &Infrastructure) -> &'static str {
    match infrastructure.settings.capacity {
        Capacity::OnDemand(_) => "PAY_PER_REQUEST",
        Capacity::Provisioned(_) => "PROVISIONED",
    }
}

pub(crate) fn tags(infrastructure: &Infrastructure) -> Value {
    infrastructure.settings.tags.iter().map(|(key, value)| json!({ "Key": key, "Value": value })).collect()
}

fn figures(place: &Place) -> Option<Value> {
    given([("WriteUnitsPerSecond", place.warm.write_units), ("ReadUnitsPerSecond", place.warm.read_units)])
}

fn on_demand_throughput(maximum: Maximum) -> Option<Value> {
    given([("MaxReadRequestUnits", maximum.read_units), ("MaxWriteRequestUnits", maximum.write_units)])
}

/// Returns the given units, or `None` if there are no units.
fn given(units: [(&str, Option<u64>); 2]) -> Option<Value> {
    let given: Map<_, _> =
        units.into_iter().filter_map(|(name, units)| Some((name.to_owned(), json!(units?)))).collect();
    (!given.is_empty()).then_some(Value::Object(given))
}

/// Returns the capacity at creation: the minimum, at which autoscaling begins.
fn provisioned_throughput(provisioned: &Provisioned, place: &Place) -> Value {
    let of_place = provisioned.of(place.index.as_deref());
    json!({ "ReadCapacityUnits": of_place.read.min, "WriteCapacityUnits": of_place.write.min })
}

fn key_schema(key: &Key) -> Value {
    key.elements().map(|(name, kind)| json!({ "AttributeName": name, "KeyType": kind })).collect()
}

pub(crate) fn projection(projection: &Projection) -> Value {
    let mut value = json!({ "ProjectionType": projection.wire() });
    if let Some(names) = projection.included() {
        value["NonKeyAttributes"] = json!(names);
    }
    value
}

fn attribute_definitions(infrastructure: &Infrastructure) -> Value {
    let attributes = infrastructure.key_attributes().into_iter();
    attributes.map(|attribute| json!({ "AttributeName": attribute.name, "AttributeType": attribute.kind })).collect()
}
