//! Writes changes that concern two keys: a move of an item, and the delete of a copy that a newer one supersedes.

use aws_sdk_dynamodb::types::{ConditionCheck, TransactWriteItem};

use super::{Change, change::Action, outcome::Written, run::Run};
use crate::{
    Item, Result,
    client::{
        condition::Condition,
        legacy::relocate::put_absent,
        transport::{
            attempts::Attempts,
            backoff::RetryAttempts,
            failure::build_error,
            transact::{Transacted, transact},
        },
    },
    item::locate::key_item,
    key::{ItemKey, clock::now, lossy::lossy_fields},
    throttling::Backoff,
};

impl Run<'_> {
    /// Writes a change of two keys as a transaction, within the rate limit.
    pub(super) async fn write_two_keys(
        &self,
        key: &ItemKey,
        change: &Change,
        stored: &Item,
        attempts: &Attempts,
    ) -> Result<Written> {
        let mut actions = vec![self.action(key, change)?];
        actions.push(match &change.action {
            Action::Supersede { by } => self.check_newer(by, stored)?,
            _ => put_absent(self.handle, self.entity, &change.after, None, now())?,
        });
        let mut tries = RetryAttempts::new(Backoff::THROTTLED);
        loop {
            tries.pause().await;
            self.writes.turn(change.units).await;
            let sent = transact(self.handle, self.entity, actions.clone(), attempts).await;
            self.count(|report| report.wcu += change.units);
            return Ok(match sent {
                Ok(Transacted::Applied) => Written::Done,
                Ok(Transacted::Refused(refused)) => match refused.into_iter().find(|(place, _)| *place == 0) {
                    Some((_, now)) => Written::Changed(now),
                    // The item is unchanged, and its newer copy was written or deleted.
                    None => Written::Changed(Some(stored.clone())),
                },
                Err(error) => match self.failed_transaction(key, error, &mut tries)? {
                    Some(written) => written,
                    None => continue,
                },
            });
        }
    }

    /// Requires that the newer copy of an item still exists.
    fn check_newer(&self, newer: &ItemKey, stored: &Item) -> Result<TransactWriteItem> {
        let present = Condition::present(self.entity);
        let lossy = lossy_fields(self.entity);
        let condition = if lossy.is_empty() { present } else { present.and_same(self.entity, &lossy, stored) };
        let check = ConditionCheck::builder()
            .table_name(self.handle.table_name())
            .set_key(Some(key_item(self.entity, newer)))
            .condition_expression(condition.expression)
            .set_expression_attribute_names(Some(condition.names))
            .set_expression_attribute_values(condition.values);
        Ok(TransactWriteItem::builder().condition_check(check.build().map_err(build_error)?).build())
    }
}
