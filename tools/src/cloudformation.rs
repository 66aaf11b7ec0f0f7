//! The table as a CloudFormation template.

use keywright::{Schema, Table};
use serde_json::{Value, json};

use crate::create_table::table_properties;

/// A CloudFormation template, in its JSON form, with the table as its one resource.
///
/// The table is on demand, with point-in-time recovery and with the declared TTL attribute, and is retained when the stack
/// goes. Its name is the template's parameter `TableName`, `table_name` unless given. CloudFormation does not change the
/// TTL attribute of a table: TTL has to be disabled first.
///
/// AWS: [`AWS::DynamoDB::Table`](https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-dynamodb-table.html).
pub fn cloudformation<S: Schema>(table_name: &str) -> Value {
    let mut properties = table_properties::<S>();
    if let Some(attribute) = <S::Table as Table>::SCHEMA.ttl {
        properties["TimeToLiveSpecification"] = json!({ "AttributeName": attribute, "Enabled": true });
    }
    properties["TableName"] = json!({ "Ref": "TableName" });
    properties["PointInTimeRecoverySpecification"] = json!({ "PointInTimeRecoveryEnabled": true });
    json!({
        "AWSTemplateFormatVersion": "2010-09-09",
        "Parameters": {
            "TableName": { "Type": "String", "Default": table_name },
        },
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
    })
}
