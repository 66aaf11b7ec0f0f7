//! The table as a CloudFormation template.

use keywright::{Schema, Table};
use serde_json::{Map, Value, json};

use crate::{
    create_table::table_properties,
    warm_place::{WarmPlace, warm_places},
};

/// A CloudFormation template, in its JSON form, with the table as its one resource.
///
/// The table is on demand, with point-in-time recovery and with the declared TTL attribute, and is retained when the
/// stack is deleted. Its name is the template's parameter `TableName`, `table_name` by default. CloudFormation does not
/// change the TTL attribute of a table: TTL has to be disabled first.
///
/// # Warm throughput is a parameter
///
/// DynamoDB raises a table's warm throughput as its traffic grows, and it [cannot be
/// lowered](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html). A figure that is
/// fixed in the template falls behind, and the next update that changes it asks for less than the table has, which
/// DynamoDB refuses. So each figure of the design is the default of a parameter: `WarmWriteUnits` and `WarmReadUnits`
/// for the table, and the same names with the index's name at the end for an index. Pass the present figure (`aws
/// dynamodb describe-table`) to keep it, a higher one to raise it, or 0 to leave warm throughput to DynamoDB. Where a
/// new on-demand table serves the declared load, there is no parameter.
///
/// AWS:
/// [`AWS::DynamoDB::Table`](https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-dynamodb-table.html).
pub fn cloudformation<S: Schema>(table_name: &str) -> Value {
    let warm: Vec<_> = warm_places::<S>("").iter().flat_map(WarmParameter::of).collect();
    let mut properties = table_properties(&<S::Table as Table>::SCHEMA, |index| warm_throughput(&warm, index));
    if let Some(attribute) = <S::Table as Table>::SCHEMA.ttl {
        properties["TimeToLiveSpecification"] = json!({ "AttributeName": attribute, "Enabled": true });
    }
    properties["TableName"] = json!({ "Ref": "TableName" });
    properties["PointInTimeRecoverySpecification"] = json!({ "PointInTimeRecoveryEnabled": true });
    let mut parameters = Map::from_iter(warm.iter().map(|warm| (warm.name.clone(), warm.declaration())));
    parameters.insert("TableName".to_owned(), json!({ "Type": "String", "Default": table_name }));
    let mut template = json!({
        "AWSTemplateFormatVersion": "2010-09-09",
        "Parameters": parameters,
        "Resources": {
            "Table": {
                "Type": "AWS::DynamoDB::Table",
                "DeletionPolicy": "Retain",
                "UpdateReplacePolicy": "Retain",
                "Properties": properties,
            },
        },
        "Outputs": {
            "TableName": { "Value": { "Ref": "Table" } },
            "TableArn": { "Value": { "Fn::GetAtt": ["Table", "Arn"] } },
        },
    });
    if !warm.is_empty() {
        let conditions = warm.iter().map(|warm| (warm.condition(), warm.is_given()));
        template["Conditions"] = Value::Object(conditions.collect());
    }
    template
}

/// A parameter of the template: one figure of the table or of an index.
struct WarmParameter {
    name: String,
    index: Option<&'static str>,
    /// The property that takes it.
    property: &'static str,
    default: u64,
    description: String,
}

impl WarmParameter {
    fn of(place: &WarmPlace) -> Vec<Self> {
        let parameter = |meter: &str, property, default| Self {
            name: format!("Warm{meter}Units{}", place.suffix),
            index: place.index,
            property,
            default,
            description: format!(
                "Warm throughput of {} in {} units a second, or 0 to leave it to DynamoDB. It is a parameter because \
                 DynamoDB raises it as traffic grows and cannot lower it, so that an update to less than the present \
                 figure fails.",
                place.described(),
                meter.to_lowercase()
            ),
        };
        let write = place.figures.write_units.map(|units| parameter("Write", "WriteUnitsPerSecond", units));
        let read = place.figures.read_units.map(|units| parameter("Read", "ReadUnitsPerSecond", units));
        write.into_iter().chain(read).collect()
    }

    fn declaration(&self) -> Value {
        json!({ "Type": "Number", "Default": self.default, "MinValue": 0, "Description": self.description })
    }

    fn condition(&self) -> String {
        format!("Has{}", self.name)
    }

    fn is_given(&self) -> Value {
        json!({ "Fn::Not": [{ "Fn::Equals": [self.reference(), "0"] }] })
    }

    fn reference(&self) -> Value {
        json!({ "Ref": self.name })
    }
}

/// The property `WarmThroughput` of the table or of an index: without the figures that are 0, and absent if all are.
fn warm_throughput(parameters: &[WarmParameter], index: Option<&str>) -> Option<Value> {
    let of_place: Vec<_> = parameters.iter().filter(|warm| warm.index == index).collect();
    if of_place.is_empty() { None } else { Some(chosen(&of_place, Map::new())) }
}

/// A choice for each parameter, which adds it to the figures that are `given` before it.
fn chosen(parameters: &[&WarmParameter], given: Map<String, Value>) -> Value {
    let Some((first, others)) = parameters.split_first() else {
        return if given.is_empty() { json!({ "Ref": "AWS::NoValue" }) } else { Value::Object(given) };
    };
    let mut with_first = given.clone();
    with_first.insert(first.property.to_owned(), first.reference());
    json!({ "Fn::If": [first.condition(), chosen(others, with_first), chosen(others, given)] })
}
