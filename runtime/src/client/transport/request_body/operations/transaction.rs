//! Write transactions.

use aws_sdk_dynamodb::{operation::transact_write_items::TransactWriteItemsInput, types::TransactWriteItem};

use super::{super::json::Body, WriteInput, condition, returned};

impl WriteInput for TransactWriteItemsInput {
    const TARGET: &'static str = "DynamoDB_20120810.TransactWriteItems";

    fn body(&self) -> Option<String> {
        if self.return_item_collection_metrics.is_some() {
            return None;
        }
        let mut body = Body::new();
        body.objects("TransactItems", self.transact_items.as_deref(), action)?;
        body.text("ReturnConsumedCapacity", self.return_consumed_capacity.as_ref().map(|it| it.as_str()));
        body.text("ClientRequestToken", self.client_request_token.as_deref());
        Some(body.finish())
    }
}

fn action(body: &mut Body, action: &TransactWriteItem) -> Option<()> {
    body.object("ConditionCheck", action.condition_check.as_ref(), |body, judged| {
        body.text("TableName", Some(&judged.table_name));
        body.values("Key", Some(&judged.key))?;
        let (names, values) = (&judged.expression_attribute_names, &judged.expression_attribute_values);
        condition(body, Some(&judged.condition_expression), names.as_ref(), values.as_ref())?;
        returned(body, judged.return_values_on_condition_check_failure.as_ref());
        Some(())
    })?;
    body.object("Put", action.put.as_ref(), |body, put| {
        body.text("TableName", Some(&put.table_name));
        body.values("Item", Some(&put.item))?;
        let (names, values) = (&put.expression_attribute_names, &put.expression_attribute_values);
        condition(body, put.condition_expression.as_deref(), names.as_ref(), values.as_ref())?;
        returned(body, put.return_values_on_condition_check_failure.as_ref());
        Some(())
    })?;
    body.object("Delete", action.delete.as_ref(), |body, delete| {
        body.text("TableName", Some(&delete.table_name));
        body.values("Key", Some(&delete.key))?;
        let (names, values) = (&delete.expression_attribute_names, &delete.expression_attribute_values);
        condition(body, delete.condition_expression.as_deref(), names.as_ref(), values.as_ref())?;
        returned(body, delete.return_values_on_condition_check_failure.as_ref());
        Some(())
    })?;
    body.object("Update", action.update.as_ref(), |body, update| {
        body.text("TableName", Some(&update.table_name));
        body.values("Key", Some(&update.key))?;
        body.text("UpdateExpression", Some(&update.update_expression));
        let (names, values) = (&update.expression_attribute_names, &update.expression_attribute_values);
        condition(body, update.condition_expression.as_deref(), names.as_ref(), values.as_ref())?;
        returned(body, update.return_values_on_condition_check_failure.as_ref());
        Some(())
    })
}
