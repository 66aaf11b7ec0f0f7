//! The transactions of a sweep: the action for a change, and the effect of a failure on the run.

use std::sync::atomic::Ordering;

use aws_sdk_dynamodb::types::{Delete, ReturnValuesOnConditionCheckFailure::AllOld, TransactWriteItem, Update};

use super::{Change, change::Action, outcome::Written, run::Run};
use crate::{
    Error, ErrorKind, Result,
    client::transport::{backoff::RetryAttempts, failure::build_error},
    item::{locate::key_item, stored::key_text},
    key::ItemKey,
};

impl Run<'_> {
    /// Builds the action of a transaction for the change.
    pub(super) fn action(&self, key: &ItemKey, change: &Change) -> Result<TransactWriteItem> {
        let (client, table_name) = (self.handle.client(), self.handle.table_name());
        let action = TransactWriteItem::builder();
        Ok(match &change.action {
            Action::Update { set, remove } => {
                let request = change.onto_update(set, remove, client.update_item());
                let update = Update::builder()
                    .table_name(table_name)
                    .set_key(Some(key_item(self.entity, key)))
                    .set_update_expression(request.get_update_expression().clone())
                    .set_condition_expression(request.get_condition_expression().clone())
                    .set_expression_attribute_names(request.get_expression_attribute_names().clone())
                    .set_expression_attribute_values(request.get_expression_attribute_values().clone())
                    .return_values_on_condition_check_failure(AllOld);
                action.update(update.build().map_err(build_error)?)
            }
            // The other writes of a move are separate actions.
            Action::Delete | Action::Move | Action::Supersede { .. } => {
                let request = change.onto_delete(client.delete_item());
                let delete = Delete::builder()
                    .table_name(table_name)
                    .set_key(Some(key_item(self.entity, key)))
                    .set_condition_expression(request.get_condition_expression().clone())
                    .set_expression_attribute_names(request.get_expression_attribute_names().clone())
                    .set_expression_attribute_values(request.get_expression_attribute_values().clone())
                    .return_values_on_condition_check_failure(AllOld);
                action.delete(delete.build().map_err(build_error)?)
            }
        }
        .build())
    }
    /// Decides what follows from a failed transaction: `None` if it must be sent again.
    ///
    /// # Errors
    ///
    /// An error that does not concern this item alone.
    pub(super) fn failed_transaction(
        &self,
        key: &ItemKey,
        error: Error,
        tries: &mut RetryAttempts,
    ) -> Result<Option<Written>> {
        if error.kind() == ErrorKind::Throttled && tries.fail() {
            self.throttles.fetch_add(1, Ordering::Relaxed);
            return Ok(None);
        }
        // The error concerns this item only: the next one may succeed.
        if is_of_item(&error) {
            Ok(Some(Written::Refused(error)))
        } else {
            Err(error.at_key(key_text(self.entity, key)))
        }
    }
}

/// Returns whether an error concerns an item, and not the table or the connection.
fn is_of_item(error: &Error) -> bool {
    use ErrorKind::{InvalidArgument, TransactionCancelled, TransactionConflict};
    matches!(error.kind(), InvalidArgument | TransactionCancelled | TransactionConflict)
}
