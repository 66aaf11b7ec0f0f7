//! Writes the input of each operation as JSON.

mod batch_write;
mod transaction;

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    operation::{get_item::GetItemInput, put_item::PutItemInput, query::QueryInput, update_item::UpdateItemInput},
    types::{AttributeValue, ReturnValuesOnConditionCheckFailure},
};

use super::json::Body;

/// An input whose body is written here.
pub(super) trait WriteInput: Sized + Send + Sync + std::fmt::Debug + 'static {
    /// The header that names the operation.
    const TARGET: &'static str;

    /// Writes the body. `None` if the input has members that are left to the SDK.
    fn body(&self) -> Option<String>;
}

impl WriteInput for PutItemInput {
    const TARGET: &'static str = "DynamoDB_20120810.PutItem";

    fn body(&self) -> Option<String> {
        let uses_others = self.expected.is_some() || self.conditional_operator.is_some();
        if uses_others || self.return_item_collection_metrics.is_some() {
            return None;
        }
        let mut body = Body::new();
        body.text("TableName", self.table_name.as_deref());
        body.values("Item", self.item.as_ref())?;
        body.text("ReturnValues", self.return_values.as_ref().map(|it| it.as_str()));
        body.text("ReturnConsumedCapacity", self.return_consumed_capacity.as_ref().map(|it| it.as_str()));
        let (names, values) = (&self.expression_attribute_names, &self.expression_attribute_values);
        condition(&mut body, self.condition_expression.as_deref(), names.as_ref(), values.as_ref())?;
        returned(&mut body, self.return_values_on_condition_check_failure.as_ref());
        Some(body.finish())
    }
}

impl WriteInput for UpdateItemInput {
    const TARGET: &'static str = "DynamoDB_20120810.UpdateItem";

    fn body(&self) -> Option<String> {
        let uses_others = self.expected.is_some() || self.conditional_operator.is_some();
        if uses_others || self.attribute_updates.is_some() || self.return_item_collection_metrics.is_some() {
            return None;
        }
        let mut body = Body::new();
        body.text("TableName", self.table_name.as_deref());
        body.values("Key", self.key.as_ref())?;
        body.text("ReturnValues", self.return_values.as_ref().map(|it| it.as_str()));
        body.text("ReturnConsumedCapacity", self.return_consumed_capacity.as_ref().map(|it| it.as_str()));
        body.text("UpdateExpression", self.update_expression.as_deref());
        let (names, values) = (&self.expression_attribute_names, &self.expression_attribute_values);
        condition(&mut body, self.condition_expression.as_deref(), names.as_ref(), values.as_ref())?;
        returned(&mut body, self.return_values_on_condition_check_failure.as_ref());
        Some(body.finish())
    }
}

impl WriteInput for GetItemInput {
    const TARGET: &'static str = "DynamoDB_20120810.GetItem";

    fn body(&self) -> Option<String> {
        if self.attributes_to_get.is_some() {
            return None;
        }
        let mut body = Body::new();
        body.text("TableName", self.table_name.as_deref());
        body.values("Key", self.key.as_ref())?;
        body.boolean("ConsistentRead", self.consistent_read);
        body.text("ReturnConsumedCapacity", self.return_consumed_capacity.as_ref().map(|it| it.as_str()));
        body.text("ProjectionExpression", self.projection_expression.as_deref());
        body.names("ExpressionAttributeNames", self.expression_attribute_names.as_ref());
        Some(body.finish())
    }
}

impl WriteInput for QueryInput {
    const TARGET: &'static str = "DynamoDB_20120810.Query";

    fn body(&self) -> Option<String> {
        let uses_others = self.key_conditions.is_some() || self.query_filter.is_some();
        if uses_others || self.conditional_operator.is_some() || self.attributes_to_get.is_some() {
            return None;
        }
        let mut body = Body::new();
        body.text("TableName", self.table_name.as_deref());
        body.text("IndexName", self.index_name.as_deref());
        body.text("Select", self.select.as_ref().map(|it| it.as_str()));
        body.number("Limit", self.limit);
        body.boolean("ConsistentRead", self.consistent_read);
        body.boolean("ScanIndexForward", self.scan_index_forward);
        body.values("ExclusiveStartKey", self.exclusive_start_key.as_ref())?;
        body.text("ReturnConsumedCapacity", self.return_consumed_capacity.as_ref().map(|it| it.as_str()));
        body.text("ProjectionExpression", self.projection_expression.as_deref());
        body.text("FilterExpression", self.filter_expression.as_deref());
        body.text("KeyConditionExpression", self.key_condition_expression.as_deref());
        body.names("ExpressionAttributeNames", self.expression_attribute_names.as_ref());
        body.values("ExpressionAttributeValues", self.expression_attribute_values.as_ref())?;
        Some(body.finish())
    }
}

/// Writes the condition on the stored item, with the names and values of all expressions of the write.
fn condition(
    body: &mut Body,
    condition: Option<&str>,
    names: Option<&HashMap<String, String>>,
    values: Option<&HashMap<String, AttributeValue>>,
) -> Option<()> {
    body.text("ConditionExpression", condition);
    body.names("ExpressionAttributeNames", names);
    body.values("ExpressionAttributeValues", values)
}

fn returned(body: &mut Body, returned: Option<&ReturnValuesOnConditionCheckFailure>) {
    body.text("ReturnValuesOnConditionCheckFailure", returned.map(|it| it.as_str()));
}
