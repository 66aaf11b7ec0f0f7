//! Writes changes of items with unique values, as transactions with their sentinels.

use std::sync::atomic::Ordering;

use aws_sdk_dynamodb::types::{Delete, ReturnValuesOnConditionCheckFailure::AllOld, TransactWriteItem, Update};

use super::{Change, change::Action, outcome::Written, run::Run, unique_values::Sentinels};
use crate::{
    Entity, Error, ErrorKind, Result,
    client::{
        transport::{attempts::Attempts, backoff::RetryAttempts, failure::build_error},
        unique::{self, Foreign, Writing, not_unique, stored_sentinels},
    },
    item::{locate::key_item, stored::key_text},
    key::ItemKey,
    throttling::Backoff,
};

impl<E: Entity> Run<'_, E> {
    /// Writes a change with its sentinels, within the rate limit. See [`write`](Self::write).
    pub(super) async fn write_unique(
        &self,
        key: &ItemKey,
        change: &Change,
        Sentinels { taken, released: had, expires }: &Sentinels,
        attempts: &Attempts,
    ) -> Result<Written> {
        let mut foreign = Foreign::default();
        let (mut tries, mut refused) = (RetryAttempts::new(Backoff::THROTTLED), 0);
        loop {
            tries.pause().await;
            let released = foreign.released(had.clone(), taken);
            self.writes.turn(change.units).await;
            let writing = Writing {
                handle: self.handle,
                entity: self.entity,
                key,
                was: key,
                item: vec![self.action(key, change)?],
                expires: expires.clone(),
                taken,
                released: &released,
                sentinels: stored_sentinels::<E>,
            };
            let sent = writing.send(attempts).await;
            self.count(|report| report.wcu += change.units);
            return Ok(match sent {
                Ok(unique::Written::Applied) => Written::Done,
                Ok(unique::Written::Item(_, now)) => Written::Changed(now),
                Ok(unique::Written::Sentinel(sentinel, stored)) if taken.iter().any(|it| it.key == sentinel.key) => {
                    Written::Refused(not_unique(self.entity, sentinel.field, stored.as_ref()))
                }
                Ok(unique::Written::Sentinel(..)) if attempts.lost() || refused == tries.limit() => {
                    Written::Refused(concurrent_change_error())
                }
                Ok(unique::Written::Sentinel(sentinel, _)) => {
                    foreign.refused(sentinel);
                    refused += 1;
                    continue;
                }
                Err(error) if error.kind() == ErrorKind::Throttled && tries.fail() => {
                    self.throttles.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                // The error concerns this item only: the next one may succeed.
                Err(error) if is_of_item(&error) => Written::Refused(error),
                Err(error) => return Err(error.at_key(key_text(self.entity, key))),
            });
        }
    }

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
            // What a move writes in addition is another action.
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
}

/// Returns the error for an item whose sentinels other writers change on every attempt.
fn concurrent_change_error() -> Error {
    let message = "other writers changed the sentinels of the item's values while it was written; run it again";
    Error::new(ErrorKind::Service, message)
}

/// Returns whether an error concerns an item, and not the table or the connection.
pub(super) fn is_of_item(error: &Error) -> bool {
    use ErrorKind::{InvalidArgument, TransactionCancelled, TransactionConflict};
    matches!(error.kind(), InvalidArgument | TransactionCancelled | TransactionConflict)
}
