//! Checks the limits of expressions on each request before it is sent.

use std::{collections::HashMap, error::Error as StdError};

use aws_sdk_dynamodb::{
    config::interceptors::BeforeSerializationInterceptorContextRef as Context,
    operation::{
        delete_item::DeleteItemInput, put_item::PutItemInput, query::QueryInput, scan::ScanInput,
        transact_write_items::TransactWriteItemsInput, update_item::UpdateItemInput,
    },
    types::AttributeValue,
};

use crate::{
    Error, ErrorKind, Result,
    expression::check,
    item::size::value_bytes,
    physics::limits::{EXPRESSION_VARIABLE_BYTES, ITEM_BYTES, KB},
};

/// Rejects a request whose expressions exceed DynamoDB's size limits. Emulators may not check these.
pub(super) fn check_input(context: &Context<'_>) -> Result<()> {
    let input = context.input();
    if let Some(put) = input.downcast_ref::<PutItemInput>() {
        check_all([&put.condition_expression], &put.expression_attribute_names, &put.expression_attribute_values)?;
    } else if let Some(update) = input.downcast_ref::<UpdateItemInput>() {
        let (names, values) = (&update.expression_attribute_names, &update.expression_attribute_values);
        check_all([&update.update_expression, &update.condition_expression], names, values)?;
        check_written(update.update_expression.as_deref(), values.as_ref())?;
    } else if let Some(delete) = input.downcast_ref::<DeleteItemInput>() {
        let (names, values) = (&delete.expression_attribute_names, &delete.expression_attribute_values);
        check_all([&delete.condition_expression], names, values)?;
    } else if let Some(query) = input.downcast_ref::<QueryInput>() {
        let (names, values) = (&query.expression_attribute_names, &query.expression_attribute_values);
        let expressions = [&query.key_condition_expression, &query.filter_expression, &query.projection_expression];
        check_all(expressions, names, values)?;
    } else if let Some(scan) = input.downcast_ref::<ScanInput>() {
        let (names, values) = (&scan.expression_attribute_names, &scan.expression_attribute_values);
        check_all([&scan.filter_expression, &scan.projection_expression], names, values)?;
    } else if let Some(transaction) = input.downcast_ref::<TransactWriteItemsInput>() {
        check_transaction(transaction)?;
    }
    Ok(())
}

fn check_transaction(transaction: &TransactWriteItemsInput) -> Result<()> {
    for action in transaction.transact_items() {
        if let Some(put) = &action.put {
            check_all([&put.condition_expression], &put.expression_attribute_names, &put.expression_attribute_values)?;
        }
        if let Some(update) = &action.update {
            let (names, values) = (&update.expression_attribute_names, &update.expression_attribute_values);
            check_all([&Some(update.update_expression.clone()), &update.condition_expression], names, values)?;
            check_written(Some(&update.update_expression), values.as_ref())?;
        }
        if let Some(delete) = &action.delete {
            let (names, values) = (&delete.expression_attribute_names, &delete.expression_attribute_values);
            check_all([&delete.condition_expression], names, values)?;
        }
        if let Some(judged) = &action.condition_check {
            let (names, values) = (&judged.expression_attribute_names, &judged.expression_attribute_values);
            check_all([&Some(judged.condition_expression.clone())], names, values)?;
        }
    }
    Ok(())
}

fn check_all<const N: usize>(
    expressions: [&Option<String>; N],
    names: &Option<HashMap<String, String>>,
    values: &Option<HashMap<String, AttributeValue>>,
) -> Result<()> {
    expressions.into_iter().flatten().try_for_each(|expression| check(expression))?;
    let names = names.iter().flatten().map(|(_, name)| name.len() as u64);
    let values = values.iter().flatten().map(|(_, value)| value_bytes(value));
    let bytes = names.chain(values).fold(0, u64::saturating_add);
    if bytes > EXPRESSION_VARIABLE_BYTES {
        let message = format!(
            "the names and values of the expressions take {bytes} bytes and dynamodb takes at most \
             {EXPRESSION_VARIABLE_BYTES}; compare less at once"
        );
        return Err(Error::new(ErrorKind::InvalidArgument, message));
    }
    Ok(())
}

/// Checks that the values an update writes fit into an item. Only DynamoDB knows their size together with the stored
/// item.
fn check_written(update: Option<&str>, values: Option<&HashMap<String, AttributeValue>>) -> Result<()> {
    let (Some(update), Some(values)) = (update, values) else { return Ok(()) };
    let all = values.values().map(value_bytes).fold(0, u64::saturating_add);
    if all <= ITEM_BYTES {
        return Ok(());
    }
    let words = update.split(|c: char| !(c.is_alphanumeric() || matches!(c, ':' | '_')));
    let bytes = words.filter_map(|word| values.get(word)).map(value_bytes).fold(0, u64::saturating_add);
    if bytes > ITEM_BYTES {
        let message = format!(
            "the update writes {bytes} bytes, and an item has at most {} KB; write less, or keep large values \
             elsewhere",
            ITEM_BYTES / KB
        );
        return Err(Error::new(ErrorKind::ItemTooLarge, message));
    }
    Ok(())
}

/// Returns why a request was not sent, if it exceeded a limit.
pub(crate) fn exceeded(error: &(dyn StdError + 'static)) -> Option<Error> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(ours) = error.downcast_ref::<Error>() {
            return Some(Error::new(ours.kind(), ours.message()).throttled_by(ours.throttles().to_vec()));
        }
        cause = error.source();
    }
    None
}
