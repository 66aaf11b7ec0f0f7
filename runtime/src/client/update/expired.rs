//! Upserts an item that has expired but is still stored: creates it again without its old attributes.

use aws_sdk_dynamodb::{error::SdkError, operation::update_item::UpdateItemError, types::ReturnValue};

use super::{Rendered, request::Request};
use crate::{
    Item, Result,
    client::{
        conditional::condition_failed,
        legacy::relocate::put_absent,
        optimistic::wait_for_other_writers,
        transport::{
            attempts::Attempts,
            backoff::RetryAttempts,
            transact::{Transacted, transact},
        },
    },
    item::expiry::is_expired,
    monitor::writes::ItemWrite,
    throttling::Backoff,
};

impl Request<'_> {
    /// Updates the item, or creates it if it is absent or has expired.
    ///
    /// Not an `async fn`, because its future would hold each argument twice.
    pub(super) fn write(
        &self,
        rendered: Rendered,
        creates: bool,
        attempts: &Attempts,
    ) -> impl Future<Output = Result<Option<Item>>> {
        let Rendered { item_key, parts, indexes, bytes, repeat_effect, created } = rendered;
        let mut first = Some(parts);
        async move {
            let item = ItemWrite { table: &item_key.partition, indexes: &indexes, bytes };
            // Each request consumes its expressions.
            let mut parts = || first.take().or_else(|| Some(self.rendered(creates).ok()?.parts));
            let error = match self.write_once(&mut parts, &item, repeat_effect, attempts).await {
                Ok(item) => return Ok(item),
                Err(error) => error,
            };
            // Boxed because few updates fail, so that other updates' futures stay small.
            Box::pin(async {
                let (mut error, mut tries) = (error, RetryAttempts::new(Backoff::THROTTLED));
                loop {
                    if let Some(written) = self.result_of_lost_request(&error) {
                        return Ok(written);
                    }
                    if self.is_of_other_texts(&error, attempts) {
                        error = match self.write_once(&mut parts, &item, repeat_effect, attempts).await {
                            Ok(item) => return Ok(item),
                            Err(error) => error,
                        };
                        continue;
                    }
                    let may_create = creates && !attempts.lost() && self.finds_expired(&error);
                    let Some(created) = created.as_ref().filter(|_| may_create) else {
                        let stored = self.conflicting_item(&error, &item_key, creates).await;
                        return Err(self.failed(error, stored.as_ref(), creates, attempts));
                    };
                    if let Some(item) = self.replace_expired(created, attempts).await? {
                        return Ok(item);
                    }
                    if attempts.lost() {
                        return Err(attempts.concurrent_change_error());
                    }
                    let waited = wait_for_other_writers(&mut tries, "updated").await;
                    waited.map_err(|error| attempts.in_doubt(error))?;
                    error = match self.write_once(&mut parts, &item, repeat_effect, attempts).await {
                        Ok(item) => return Ok(item),
                        Err(error) => error,
                    };
                }
            })
            .await
        }
    }

    /// Returns the result of the call if it was refused because of the item that an earlier request of the call wrote,
    /// after a lost response. The item before the call is no longer known.
    fn result_of_lost_request(&self, error: &SdkError<UpdateItemError>) -> Option<Option<Item>> {
        let UpdateItemError::ConditionalCheckFailedException(failed) = error.as_service_error()? else { return None };
        let stored = failed.item().filter(|stored| self.stamp.matches_write_id(self.entity(), stored))?;
        match self.returns {
            None => Some(None),
            Some(ReturnValue::AllNew) => Some(Some(stored.clone())),
            Some(_) => None,
        }
    }

    /// Returns whether the update was refused because of an item that has expired.
    fn finds_expired(&self, error: &SdkError<UpdateItemError>) -> bool {
        match error.as_service_error() {
            Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                failed.item().is_some_and(|stored| is_expired(self.entity(), stored, self.stamp.at))
            }
            _ => false,
        }
    }

    /// Replaces an item that has expired, which counts as absent. Returns the result of the call, or `None` if another
    /// item took the key meanwhile.
    ///
    /// The request is a transaction with one action, because its token makes retries idempotent. AWS charges twice for
    /// a transaction: two units for each KB.
    async fn replace_expired(&self, created: &Item, attempts: &Attempts) -> Result<Option<Option<Item>>> {
        self.check_creation(attempts)?;
        let put = put_absent(self.handle, self.entity(), created, None, self.stamp.at)?;
        match transact(self.handle, self.entity(), vec![put], attempts).await? {
            Transacted::Applied if self.returns == Some(ReturnValue::AllNew) => Ok(Some(Some(created.clone()))),
            Transacted::Applied => Ok(Some(None)),
            Transacted::Refused(_) => Ok(None),
        }
    }

    /// Checks that the update may be applied to an absent item.
    pub(super) fn check_creation(&self, attempts: &Attempts) -> Result<()> {
        let mut fits = self.update.operations.list.iter().filter_map(|operation| operation.fits);
        let is_met = match &self.update.condition {
            Some(condition) => condition.holds(&Item::new())?,
            None => true,
        };
        if !is_met || !fits.all(|fits| fits.from_nothing) {
            return Err(attempts.in_doubt(condition_failed(None)));
        }
        Ok(())
    }
}
