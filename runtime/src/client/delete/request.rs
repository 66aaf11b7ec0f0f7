//! Sends the request of a delete.

use aws_sdk_dynamodb::{
    Client,
    error::SdkError,
    operation::delete_item::{DeleteItemError, DeleteItemOutput, builders::DeleteItemFluentBuilder},
    types::ReturnValuesOnConditionCheckFailure,
};

use futures_util::FutureExt as _;

use super::AnyDelete;
use crate::{
    Item, Result,
    client::{
        condition::Condition,
        conditional::condition_failed,
        read_keys::stored_item::read_conflicting_item,
        transport::{
            attempts::Attempts,
            failure::write_error,
            once::{Once, send_once},
            watch_write::watch_write,
            writes::{Repeats, To},
        },
    },
    item::{
        expiry::is_expired, legacy::are_same, locate::key_item, size::item_bytes, stored::key_text, version::Version,
    },
    key::{ItemKey, clock::now},
    monitor::{Watch, writes::ItemWrite},
};

impl AnyDelete<'_> {
    /// Returns the condition of a delete. The item may be absent or expired. Otherwise these fields must still have the
    /// values that were read, and the item must have this version and meet the caller's condition.
    pub(super) fn condition(&self, same: Option<(&[u8], &Item)>, version: Option<Version>) -> Option<Condition> {
        let entity = self.entity();
        let same = same.map(|(fields, read)| Condition::absent(entity).or_same(entity, fields, read));
        let version = version.map(|version| version.condition().or_absent(entity).or_expired(entity, now()));
        Condition::all([same, version, self.caller_condition.expression().map(Condition::of_caller)])
    }

    pub(super) fn request(
        &self,
        client: &Client,
        key: &ItemKey,
        condition: Option<Condition>,
    ) -> DeleteItemFluentBuilder {
        let request = client.delete_item().table_name(self.handle.table_name());
        let request = request.set_return_consumed_capacity(self.handle.watch().map(|_| Watch::RETURN_CONSUMED));
        let request = request.set_key(Some(key_item(self.entity(), key)));
        let Some(condition) = condition else { return request };
        request
            .condition_expression(condition.expression)
            .set_expression_attribute_names(Some(condition.names))
            .set_expression_attribute_values(condition.values)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
    }

    /// Deletes the item, if these fields still have the stored values and it meets the requirements.
    pub(super) async fn send(
        &self,
        key: &ItemKey,
        same: Option<(&[u8], &Item)>,
        version: Option<Version>,
        attempts: &Attempts,
    ) -> Result<()> {
        let writes = self.handle.writes();
        let (condition, read) = (self.condition(same, version), same.map(|(_, read)| read));
        let request = |_: To, once| Some(self.send_once(key, condition.clone(), read, once));
        let error = match writes.send(Repeats::Failed, attempts, &mut writes.tries(), |_| false, request).await {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        // Boxed because few deletes fail, so that other deletes' futures stay small.
        Box::pin(self.failed(error, key, read, version, attempts)).await
    }

    /// Handles the failure of a delete. The call may still succeed.
    async fn failed(
        &self,
        error: SdkError<DeleteItemError>,
        key: &ItemKey,
        read: Option<&Item>,
        version: Option<Version>,
        attempts: &Attempts,
    ) -> Result<()> {
        let deleted = match error.as_service_error() {
            Some(DeleteItemError::ConditionalCheckFailedException(failed)) => {
                let stored = match failed.item() {
                    None => {
                        let stored = read_conflicting_item(self.handle, self.entity(), key).await;
                        stored.filter(|stored| self.explains_rejection(read, stored, version))
                    }
                    returned => returned.cloned(),
                };
                self.refused(read, stored.as_ref(), version)
            }
            _ => Err(write_error(error, attempts)),
        };
        deleted.map_err(|error| error.at_key(key_text(self.entity(), key)))
    }

    /// Returns whether the delete is refused while this item is stored. An item that meets the condition was written
    /// after the refusal.
    fn explains_rejection(&self, read: Option<&Item>, stored: &Item, version: Option<Version>) -> bool {
        let (entity, now) = (self.entity(), now());
        let is_other = read.is_some_and(|read| !are_same(entity, read, stored));
        let conflicts =
            version.is_some_and(|version| !version.matches(entity, Some(stored)) && !is_expired(entity, stored, now));
        is_other || conflicts || !self.caller_condition.accepts(entity, stored, now)
    }

    /// Interprets a failed condition, given the item that was read and the stored item.
    pub(super) fn refused(&self, read: Option<&Item>, stored: Option<&Item>, version: Option<Version>) -> Result<()> {
        let entity = self.entity();
        // Another item has replaced the one that was read, which is therefore deleted.
        if let (Some(read), Some(stored)) = (read, stored)
            && !are_same(entity, read, stored)
        {
            return self.absent_outcome();
        }
        let stored = stored.filter(|stored| !is_expired(entity, stored, now()));
        match version.filter(|version| stored.is_some() && !version.matches(entity, stored)) {
            Some(version) => Err(version.conflict(entity, stored)),
            None if self.caller_condition.expression().is_some() => Err(condition_failed(stored)),
            None => Ok(()),
        }
    }

    fn send_once(
        &self,
        key: &ItemKey,
        condition: Option<Condition>,
        read: Option<&Item>,
        once: Once,
    ) -> impl Future<Output = Result<DeleteItemOutput, SdkError<DeleteItemError>>> {
        let request = self.request(once.client(), key, condition);
        let sending = send_once!(request, once);
        sending.inspect(move |sent| {
            if let Some(watch) = self.handle.watch() {
                // The index keys of the deleted item are not known.
                let item = ItemWrite { table: &key.partition, indexes: &[], bytes: read.map_or(0, item_bytes) };
                let consumed = sent.as_ref().map(DeleteItemOutput::consumed_capacity);
                watch_write(watch, self.entity(), item, read, consumed);
            }
        })
    }
}
